import assert from "node:assert/strict";
import type { Client } from "../client/contract-client.ts";

/** Asserts that the service still takes events and answers. */
export async function assertStillServing(client: Client, apiKey: string): Promise<void> {
  const json = { api_key: apiKey, event: "goes on", distinct_id: "x" };
  assert.deepEqual(await client.expectStatus("capture", 200, { json }), { status: 1 });
  assert.equal((await client.expectStatus("health", 200)).status, "ok");
}
