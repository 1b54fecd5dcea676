import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import Libsql from "libsql";
import LZString from "lz-string";
import { openServiceEnvironment } from "../../test/support/service-process.ts";

// A 200 of a large batch means that all of its events are on disk: it is journaled in parts, all of them or none.

interface Kind {
  readonly title: string;
  readonly batches: number;
  readonly events: number;
  readonly padding?: number;
  readonly encoding?: "gzip" | "lz64";
}

const kinds: readonly Kind[] = [
  { title: "200,000 events", batches: 4, events: 200_000 },
  { title: "20,000 large events", batches: 4, events: 20_000, padding: 850 },
  { title: "200,000 events, packed with gzip", batches: 3, events: 200_000, encoding: "gzip" },
  // Packing more takes longer than the rest of the test.
  { title: "50,000 events, packed with lz64", batches: 3, events: 50_000, encoding: "lz64" },
];

function packed(api_key: string, batch: string, { events, padding = 0, encoding }: Kind) {
  const pad = padding > 0 ? `,"pad":"${"x".repeat(padding)}"` : "";
  const list = Array.from(
    { length: events },
    (_, i) => `{"event":"e","properties":{"distinct_id":"${batch}","i":${i}${pad}}}`,
  );
  const text = `{"api_key":"${api_key}","batch":[${list}]}`;
  if (encoding === "gzip") return { body: gzipSync(text, { level: 1 }), headers: { "Content-Encoding": "gzip" } };
  if (encoding === "lz64") return { body: LZString.compressToBase64(text), query: "?compression=lz64" };
  return { body: text };
}

for (const kind of kinds) {
  const outcome = "a service stores each once, or had not answered 200";
  const title = `killed amid ${kind.batches} batches of ${kind.title}, ${outcome}`;
  test(title, async (context) => {
    const environment = await openServiceEnvironment(context);
    const { projectApiKey } = environment;
    const settings = { NODE_OPTIONS: "--max-old-space-size=512", HISTORY_INTERVAL_SECONDS: "86400" };
    const names = Array.from({ length: kind.batches }, (_, index) => `batch ${index}`);
    const bodies = names.map((name) => packed(projectApiKey, name, kind));
    const first = await environment.serve(settings);
    const address = `http://127.0.0.1:${first.port}`;
    const answered: string[] = [];
    const sending = names.map(async (name, index) => {
      const { body, headers = {}, query = "" } = bodies[index] ?? assert.fail();
      const type = { "Content-Type": query === "" ? "application/json" : "text/plain" };
      const { status } = await fetch(`${address}/batch/${query}`, {
        method: "POST",
        body,
        headers: { ...type, ...headers },
      });
      if (status === 200) answered.push(name);
    });
    const ended = Promise.allSettled(sending);
    const singles: string[] = [];
    let longest = 0;
    // Kills while some batches are journaled, and others are stored, parsed or received.
    const enough = 1 + Math.floor(Math.random() * (kind.batches - 2));
    for (let since = performance.now(); answered.length < enough && performance.now() - since < 120_000; ) {
      const [name, start] = [`single ${singles.length}`, performance.now()];
      const body = JSON.stringify({ api_key: projectApiKey, event: "e", distinct_id: name });
      const headers = { "Content-Type": "application/json" };
      const { status } = await fetch(`${address}/capture/`, { method: "POST", body, headers });
      longest = Math.max(longest, performance.now() - start);
      assert.equal(status, 200);
      singles.push(name);
      await delay(20);
    }
    await delay(Math.random() * 500);
    first.child.kill("SIGKILL");
    assert.deepEqual(await first.ended, [null, "SIGKILL"]);
    await ended;
    const second = await environment.serve(settings);
    second.child.kill("SIGTERM");
    assert.deepEqual(await second.ended, [0, null], second.output());

    const stored = readStored(environment.directory);
    const counts = names.map((name) => stored.get(name) ?? { rows: 0, different: 0 });
    context.diagnostic(`${answered.length} answered, ${counts.filter(({ rows }) => rows > 0).length} stored`);
    context.diagnostic(`another client waited ${Math.round(longest)} ms at most, in ${singles.length} requests`);
    for (const [index, { rows, different }] of counts.entries()) {
      const name = names[index] ?? "";
      assert.equal(different, rows, `${name}: events are stored twice`);
      assert.ok(rows === kind.events || (rows === 0 && !answered.includes(name)), `${name}: ${rows} events`);
    }
    for (const name of singles) assert.deepEqual(stored.get(name), { rows: 1, different: 1 }, name);
  });
}

function readStored(directory: string) {
  const database = new Libsql(`${directory}/sightline.db`, { readonly: true });
  const select = `SELECT distinct_id AS name, count(*) AS rows, count(DISTINCT properties ->> '$.i') AS different
    FROM events GROUP BY distinct_id`;
  const found = database.prepare(select).all() as { name: string; rows: number; different: number }[];
  database.close();
  return new Map(
    found.map(({ name, rows, different }) => [name, { rows, different: name.startsWith("single") ? rows : different }]),
  );
}
