import assert from "node:assert/strict";
import { test } from "node:test";
import pino from "pino";
import { newMetrics } from "../metrics.ts";
import { type RespondPorts, respond } from "../respond.ts";
import { loadContract } from "./contract.ts";
import { trackDeprecatedUse } from "./deprecated-use.ts";
import { createRouter, OPERATIONS, type Route } from "./routes.ts";

const DAY_MS = 86_400_000;
const common = { since: "2026-11-01", use: "another" };
const deprecations = [
  { ...common, what: "parameter limit", sunset: "2027-05-01" },
  { ...common, what: "property name", sunset: "2027-02-01" },
];
const findRoute = createRouter(
  OPERATIONS.map((each) => {
    if (each.id === "capture_track")
      return { ...each, deprecations: [{ ...common, what: "operation", sunset: "2027-05-01" }] };
    return each.id === "feature_flags_create" ? { ...each, deprecations } : each;
  }),
);
const contract = await loadContract({ validatesReplies: false });

/** Returns what responds to requests of these operations, and what operators see. */
function startUse() {
  const logged: Record<string, unknown>[] = [];
  const log = pino({ level: "info", base: null }, { write: (line) => void logged.push(JSON.parse(line)) });
  const metrics = newMetrics(() => ({ entries: 0, bytes: 0, oldestSeconds: 0, deadLetters: 0 }));
  let now = Date.UTC(2026, 10, 20);
  const deprecatedUse = trackDeprecatedUse(metrics, log, () => now);
  const rateLimits = { address_requests: { consume: () => undefined } } as unknown as RespondPorts["rateLimits"];
  const ports = {
    contract,
    metrics,
    log,
    rateLimits,
    deprecatedUse,
    responseValidation: "off",
    replySample: { note: () => undefined },
  } as unknown as RespondPorts;
  return {
    logged,
    uses: async () => (await metrics.read()).match(/^sightline_deprecated_uses_total\{.*/gm) ?? [],
    wait: (ms: number) => {
      now += ms;
    },
    async send(
      path: string,
      { client = "posthog-go/1.0", origin = "", queryString = "", body = {}, status = 200 } = {},
    ) {
      const route = findRoute("POST", path) as Route;
      const headers = { "user-agent": client, ...(origin && { origin }) };
      const request = { method: "POST", path, queryString, headers, clientAddress: () => "192.0.2.1" };
      const answerRoute = async () => {
        deprecatedUse.noteBody(request, body);
        return { status, headers: {}, body: "{}" };
      };
      return (await respond(route, request, answerRoute, ports)).headers;
    },
  };
}

test("responses of a deprecated operation say since when and until when, also to pages of other origins", async () => {
  const { send } = startUse();
  const headers = await send("/track/", { origin: "https://shop.example", status: 400 });
  assert.equal(headers.Deprecation, "@1793491200");
  assert.equal(headers.Sunset, "Sat, 01 May 2027 00:00:00 GMT");
  assert.match(headers["Access-Control-Expose-Headers"] ?? "", /, Deprecation, Sunset$/);
  assert.equal((await send("/e/")).Deprecation, undefined);
});

test("a parameter or a property is announced if a request has it: what is gone first, in the headers", async () => {
  const { send, uses } = startUse();
  const flags = "/api/projects/7/feature_flags";
  assert.equal((await send(flags)).Sunset, undefined);
  assert.match((await send(flags, { queryString: "a=1&limit=2" })).Sunset ?? "", /May 2027/);
  assert.match((await send(flags, { queryString: "limit=2", body: { name: "x" } })).Sunset ?? "", /Feb 2027/);
  assert.deepEqual(await uses(), [
    'sightline_deprecated_uses_total{operation="feature_flags_create",what="parameter limit"} 2',
    'sightline_deprecated_uses_total{operation="feature_flags_create",what="property name"} 1',
  ]);
});

test("each caller is logged once a day with the number of its requests; refused requests are not", async () => {
  const { send, logged, wait } = startUse();
  const body = { name: "x" };
  for (const project of [7, 7, 8]) await send(`/api/projects/${project}/feature_flags`, { body });
  await send("/api/projects/9/feature_flags", { body, status: 404 });
  wait(DAY_MS);
  await send("/api/projects/7/feature_flags", { body });
  const lines = logged.filter(({ msg }) => msg === "a client uses what is deprecated");
  assert.deepEqual(
    lines.map(({ operation, what, caller, requests, sunset }) => [operation, what, caller, requests, sunset]),
    [
      ["feature_flags_create", "property name", "posthog-go/1.0 in project 7", 1, "2027-02-01"],
      ["feature_flags_create", "property name", "posthog-go/1.0 in project 8", 1, "2027-02-01"],
      ["feature_flags_create", "property name", "posthog-go/1.0 in project 7", 2, "2027-02-01"],
    ],
  );
});

test("invented clients fill no log: a minute has 20 lines", async () => {
  const { send, logged, wait } = startUse();
  const sendAs = (client: string) => send("/track/", { client });
  for (let number = 0; number < 30; number++) await sendAs(`client ${number}`);
  assert.equal(logged.length, 20);
  wait(60_000);
  await sendAs("client 29");
  assert.deepEqual([logged.length, logged[20]?.requests], [21, 2]);
});
