import assert from "node:assert/strict";
import { type ClientRequest, request as httpRequest } from "node:http";
import { after, describe, test } from "node:test";
import { exchangeStreaming } from "../client/exchange.ts";
import { needs } from "../client/target.ts";
import { checkResponse } from "../contract/check-response.ts";
import { operationsWithBody } from "../contract/contract-document.ts";
import { assertStillServing } from "../support/assert-still-serving.ts";
import { ownServer } from "../support/own-server.ts";

const MEGABYTE = 1024 * 1024;
const SETTINGS = {
  BODY_BYTES_PER_SECOND: "1024",
  BODY_TIMEOUT_SECONDS: "1",
  BODY_LIMIT_BYTES: String(2 * MEGABYTE),
  BODY_MEMORY_BYTES: String(2 * MEGABYTE),
};
const TRICKLE_INTERVAL_MS = 100;
/** Well before the refusal: what is written after it may end the connection before the response is read. */
const TRICKLE_MS = 700;

const own = ownServer(() => SETTINGS, undefined, { oneNode: true });

describe("a body that arrives too slowly", { ...needs("settings"), concurrency: true }, () => {
  for (const { id } of operationsWithBody) {
    for (const [way, headers] of [
      ["of a known length", { "content-length": "100000" }],
      ["in chunks", { "transfer-encoding": "chunked" }],
    ] as const) {
      test(`${id}, ${way}: is refused with 408`, async () => {
        const { client, direct } = own();
        const message = client.message(id, { text: "", headers });
        const raw = await exchangeStreaming(direct.endpoint.base, message, undefined, trickle);
        const { status, body } = checkResponse(message, raw);
        assert.deepEqual([status, (body as { code: string }).code], [408, "request_timeout"]);
      });
    }
  }
});

/** Writes a body little by little, and never ends it. */
function trickle(request: ClientRequest): void {
  const end = performance.now() + TRICKLE_MS;
  const timer = setInterval(() => {
    if (performance.now() < end) request.write(" ");
    else clearInterval(timer);
  }, TRICKLE_INTERVAL_MS);
}

describe("bodies that are announced and do not arrive", needs("settings"), () => {
  const open: ClientRequest[] = [];
  after(() => {
    for (const request of open) request.destroy();
  });

  test("take no memory from others", async () => {
    const { client, direct, tenant } = own();
    const announced = { "content-length": String(MEGABYTE) };
    const arrived = ["capture", "decide", "invites_create"].flatMap((id) =>
      Array.from({ length: 20 }, () => {
        const { path, method, headers } = client.message(id as "capture", { text: "", headers: announced });
        const request = httpRequest(`${direct.endpoint.base}${path}`, {
          method,
          headers: { ...headers },
          agent: false,
        });
        request.on("error", () => undefined);
        open.push(request);
        return new Promise((resolve) => request.write("{", resolve));
      }),
    );
    await Promise.all(arrived);
    const large = { api_key: tenant.projectApiKey, event: "x", distinct_id: "x", fill: "x".repeat(MEGABYTE) };
    await client.expectStatus("capture", 200, { json: large });
    await client.expectError("invites_create", [400], { json: { target_email: "x".repeat(100_000) } });
    await assertStillServing(client, tenant.projectApiKey);
  });
});
