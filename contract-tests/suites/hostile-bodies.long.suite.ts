import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import type { RequestOptions } from "../client/contract-client.ts";
import { needs } from "../client/target.ts";
import { assertStillServing } from "../support/assert-still-serving.ts";
import { ownServer } from "../support/own-server.ts";

const MEGABYTE = 1024 * 1024;
const own = ownServer(() => ({ NODE_OPTIONS: "--max-old-space-size=256" }), undefined, { oneNode: true });

const TEXT = { "content-type": "text/plain" };
const inProperties = (items: string) => `{"event":"e","distinct_id":"d","properties":{"list":[${items}]}}`;
const loneSurrogates = Buffer.alloc(6 * MEGABYTE, Buffer.from([0xed, 0xa0, 0x80]));

/** Small bodies that unpack, or parse, to very much. */
const bodies: Record<string, RequestOptions> = {
  "gzip of spaces": { text: gzipSync(`{${" ".repeat(15 * MEGABYTE)}}`), headers: TEXT },
  "gzip of base64 of lone surrogates": { text: gzipSync(loneSurrogates.toString("base64")), headers: TEXT },
  "gzip of two million empty objects": { text: gzipSync(inProperties(`${"{},".repeat(2e6)}{}`)), headers: TEXT },
  "the same in gzip that is hardly suspicious": {
    text: gzipSync(inProperties(`${"{},".repeat(2e6)}{}`), { level: 1 }),
    headers: TEXT,
  },
  "many numbers that no double can hold": { text: inProperties(`${"1e999,".repeat(300_000)}1`) },
  "a form of escapes": {
    text: `data=${"%7B".repeat(2 * MEGABYTE)}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  },
};

describe("with a small heap, hostile bodies are refused", needs("settings"), () => {
  for (const [name, options] of Object.entries(bodies)) {
    test(name, async () => {
      const { direct: client, tenant } = own();
      for (const id of ["capture", "batch", "decide", "flags"] as const) {
        const { status } = await client.request(id, options);
        assert.ok([400, 401, 413].includes(status), `${id} answered with ${status}`);
      }
      await assertStillServing(client, tenant.projectApiKey);
    });
  }
});
