import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import pino from "pino";
import { problem } from "../../lib/problem.ts";
import { readConfig } from "../../settings/config.ts";
import { Keyring } from "../../tenants/keyring.ts";
import { loadContract } from "../contract/contract.ts";
import { trackDeprecatedUse } from "../contract/deprecated-use.ts";
import type { OperationHandlers, OperationId } from "../contract/operation-types.ts";
import { newBodyMemory } from "../decode/body-memory.ts";
import { newMetrics } from "../metrics.ts";
import { createRateLimits } from "../rate-limits.ts";
import type { RespondPorts } from "../respond.ts";
import { startHttpServer } from "./http-server.ts";
import { createApp } from "./koa.ts";
import { clientResponder, createListener } from "./node-http.ts";
import { newReplyMemory } from "./reply-memory.ts";

let koaRequests = 0;
const handlers: Partial<OperationHandlers<OperationId>> = {
  capture: async ({ credentials: { apiKey } }) => {
    if (apiKey === "phc_unknown") throw problem("invalid_api_key");
    if (apiKey === "phc_full") throw problem("journal_full", { retryAfter: 7 });
    if (apiKey === "phc_broken") throw new Error("a fault");
    return { status: 200, body: { status: 1 } };
  },
  health: async () => ({ status: 200, body: { status: "ok" } }),
};
const config = readConfig({});
const unavailable = () => Promise.reject(problem("service_unavailable"));
const metrics = newMetrics(() => ({ entries: 0, bytes: 0, oldestSeconds: 0, deadLetters: 0 }));
const log = pino({ level: "silent" });
const ports: RespondPorts = {
  contract: await loadContract({ validatesReplies: true }),
  handlers: handlers as OperationHandlers<OperationId>,
  keyring: new Keyring({ find: async () => null }),
  tenants: {
    organizationsOf: async () => [],
    projectsOf: async () => [],
    projectOfMember: async () => null,
    organizationOfMember: async () => null,
  } as unknown as RespondPorts["tenants"],
  sessions: null,
  rateLimits: createRateLimits(config, Date.now, () => undefined),
  bodyLimits: { limit: 2000, memory: newBodyMemory(1000) },
  parser: { check: unavailable, open: unavailable },
  metrics,
  log,
  deprecatedUse: trackDeprecatedUse(metrics, log),
  responseValidation: "throw",
  embedders: async () => [],
  replySample: { note: () => undefined } as unknown as RespondPorts["replySample"],
};
const holdReply = newReplyMemory(config.REPLY_MEMORY_BYTES);
const koa = (await createApp(ports, config, holdReply)).callback();
const countingKoa: typeof koa = (request, response) => {
  koaRequests += 1;
  return koa(request, response);
};
const address = { HOST: "127.0.0.1", PORT: 0, MAX_CONNECTIONS: 100, TRUST_PROXY: false };
const server = await startHttpServer(
  createListener(countingKoa, clientResponder(ports), ports.log, config, holdReply),
  address,
);
after(() => server.close(AbortSignal.timeout(0)));

/** Sends bytes, and returns the response in comparable form: without the date, and with sorted headers. */
function exchange(head: string, body: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(server.port, address.HOST, () => {
      socket.write(head);
      socket.write(body);
    });
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    socket.on("error", reject).on("end", () => {
      const [headers = "", ...rest] = text.split("\r\n\r\n");
      const [status = "", ...lines] = headers.split("\r\n").filter((line) => !line.startsWith("Date:"));
      const anonymous = lines.map((line) => line.replace(/^(X-Request-Id: )[0-9a-f-]{36}$/, "$1random"));
      resolve([status, ...anonymous.sort(), ...rest].join("\n"));
    });
  });
}

const JSON_TYPE = "Content-Type: application/json";
const event = (key: string) => JSON.stringify({ api_key: key, event: "e", distinct_id: "d" });
const large = JSON.stringify({ note: "x".repeat(3000) });
const ID = "X-Request-Id: request-1";
const posts: [name: string, status: number, target: string, headers: string[], body: string | Buffer][] = [
  ["an event", 200, "/capture/", [JSON_TYPE, ID], event("phc_a")],
  ["without the trailing slash, with a query", 200, "/capture?_=1&x=%zz", [JSON_TYPE], event("phc_a")],
  ["from a page", 200, "/capture/", [JSON_TYPE, "Origin: https://a.example"], event("phc_a")],
  ["with an unusable id", 200, "/capture/", [JSON_TYPE, "X-Request-Id: a b"], event("phc_a")],
  [
    "with headers twice",
    200,
    "/capture/",
    [JSON_TYPE, "Content-Type: text/html", ID, "Origin: a", "Origin: b"],
    event("phc_a"),
  ],
  ["in gzip", 200, "/e/", ["Content-Encoding: gzip", ID], gzipSync(event("phc_a"))],
  ["an invalid event", 400, "/capture/", [JSON_TYPE, ID], "1"],
  ["an empty body", 400, "/capture/", [JSON_TYPE, ID], ""],
  ["an invalid body", 400, "/batch/", [JSON_TYPE, "Origin: https://a.example", ID], "{"],
  ["an invalid query", 400, "/decide/?v=9", [JSON_TYPE, ID], event("phc_a")],
  ["an unknown key", 401, "/capture/", [JSON_TYPE, ID], event("phc_unknown")],
  ["a large body", 413, "/capture/", [JSON_TYPE, ID], large],
  ["a body of another type", 415, "/capture/", ["Content-Type: text/html", ID], event("phc_a")],
  ["a fault", 500, "/capture/", [JSON_TYPE, ID], event("phc_broken")],
  ["a full journal", 503, "/capture/", [JSON_TYPE, ID], event("phc_full")],
];
for (const [name, status, target, headers, body] of posts) {
  for (const version of ["1.0", "1.1"]) {
    test(`Koa and its shortcut reply alike (HTTP/${version}): ${name}`, async () => {
      const lines = ["Host: x", "Connection: close", `Content-Length: ${Buffer.byteLength(body)}`, ...headers];
      const send = (form: string) => exchange([`POST ${form} HTTP/${version}`, ...lines, "", ""].join("\r\n"), body);
      const before = koaRequests;
      const short = await send(target);
      assert.equal(koaRequests, before, "Koa was called");
      assert.match(short, new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.equal(short, await send(`http://x${target}`));
      assert.equal(koaRequests, before + 1);
    });
  }
}

const others = [
  "GET /batch/",
  "OPTIONS /capture/",
  "GET /_health",
  "POST //capture/",
  "POST /capture/#a",
  "POST a://b",
];
for (const line of others) {
  test(`Koa answers ${line}`, async () => {
    const before = koaRequests;
    await exchange(`${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, "");
    assert.equal(koaRequests, before + 1);
  });
}
