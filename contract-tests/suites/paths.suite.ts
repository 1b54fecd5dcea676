import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { Client, type RequestOptions } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { documentedMethods, operations } from "../contract/contract-document.ts";

const direct = { base: target.direct, direct: target.direct };
const client = new Client(direct);

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

describe("paths: with and without the last slash", needs("state"), () => {
  for (const { id, hasRequestBody: takesBody } of operations.values()) {
    test(`${id}: both forms are answered alike`, async () => {
      const json = {
        api_key: target.tenant.projectApiKey,
        event: "x",
        distinct_id: "x",
        batch: [],
        target_email: "nobody",
      };
      const ask: RequestOptions = takesBody ? { json } : {};
      const [one, other] = [await client.request(id, ask), await client.request(id, { ...ask, hasFlippedSlash: true })];
      assert.equal(other.status, one.status);
      assert.equal(other.headers["content-type"], one.headers["content-type"]);
      if (one.status >= 400) assert.deepEqual(other.body, one.body);
    });
  }
});

describe("paths: what the document does not have", needs("state"), () => {
  const unknown = [
    "/",
    "/nothing",
    "/api",
    "/api/projects",
    "/api/projects/1",
    "/capture/more",
    "//capture/",
    "/CAPTURE/",
    "/capture//",
    "/api/projects/1/session_recordings/a/b/c",
    "/api/organizations/1/invites/bulk/1",
    "/.git/config",
    "/../../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/capture%2F",
    `/${"long/".repeat(1500)}`,
    `/${"x".repeat(8000)}`,
  ];
  for (const path of unknown) {
    test(`${path.slice(0, 60)}: 404`, needs("wire"), async () => {
      for (const method of ["GET", "POST"]) {
        const headers = { "content-type": "application/json" };
        const answer = await client.sendRaw({ method, path, headers, ...(method === "POST" && { body: "{}" }) });
        assert.equal((answer.body as { code: string }).code, "not_found");
      }
    });
  }

  const paths = new Set(
    [...operations.values()].map(({ id }) => client.message(id, { path: { id: randomUUID() } }).path),
  );
  for (const path of paths) {
    test(`${path.replaceAll(/[0-9a-f-]{36}/g, "…")}: other methods are 405, and Allow names the right ones`, async () => {
      for (const method of METHODS.filter((one) => !documentedMethods(path).includes(one))) {
        assert.equal((await client.sendRaw({ method, path })).status, 405, method);
      }
    });
  }
});
