import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { parse } from "yaml";
import { newMetrics } from "../src/http/metrics.ts";
import { addNodeGauges } from "../src/http/node-gauges.ts";

interface Rules {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: Readonly<Record<string, string>>;
}

const METRIC_NAME = /\b(?:sightline|process|nodejs)_\w+/g;

test("the service has every metric that an alert names, and each alert says why and what to do", async () => {
  const { groups } = parse(await readFile("deploy/alerts.yaml", "utf8")) as Rules;
  const depth = { entries: 0, bytes: 0, oldestSeconds: 0, deadLetters: 0 };
  const metrics = newMetrics(() => depth);
  addNodeGauges(metrics.registry, {
    readiness: { checkEngines: async () => ({ documents: "ok", files: "ok", journal: "ok" }) },
    store: {
      size: async () => 0,
      erasures: { unfinished: async () => [] },
      projectRemovals: { unconfirmed: async () => [] },
    },
    capture: { measureDisk: async () => ({ freeBytes: 0, journalBytes: 0 }) },
    flagStreams: { count: 0 },
    databases: () => new Map(),
  });
  const exposed = await metrics.read();
  for (const { alert, expr, annotations } of groups.flatMap(({ rules }) => rules)) {
    for (const [name] of expr.matchAll(METRIC_NAME)) {
      const isExposed = exposed.includes(`# TYPE ${name.replace(/_bucket$/, "")} `);
      assert.ok(isExposed, `${alert} names ${name}, which /metrics does not have`);
    }
    assert.deepEqual(Object.keys(annotations), ["summary", "reason", "response"], alert);
  }
});
