import assert from "node:assert/strict";
import type { Client } from "../client/client.ts";

/** The service still takes events and answers. */
export async function goesOn(client: Client, apiKey: string): Promise<void> {
  const json = { api_key: apiKey, event: "goes on", distinct_id: "x" };
  assert.deepEqual(await client.get("capture", 200, { json }), { status: 1 });
  assert.deepEqual(await client.get("health", 200), { status: "ok" });
}
