import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { Client, type RequestOptions } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { operations } from "../contract/contract-document.ts";
import { documentedMethods } from "../contract/find-operation.ts";

const direct = { base: target.direct, direct: target.direct };
const client = new Client(direct);

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

describe("paths: with and without the trailing slash", needs("state"), () => {
  for (const { id, hasRequestBody } of operations.values()) {
    test(`${id}: both forms have the same response`, async () => {
      const json = {
        api_key: target.tenant.projectApiKey,
        event: "x",
        distinct_id: "x",
        batch: [],
        target_email: "nobody",
      };
      const options: RequestOptions = {
        ...(hasRequestBody && { json }),
        ...(id.endsWith("projects_destroy") && { path: { project_id: "999999999" } }), // others need ours
      };
      const [first, second] = [
        await client.request(id, options),
        await client.request(id, { ...options, hasFlippedSlash: true }),
      ];
      assert.equal(second.status, first.status);
      assert.equal(second.headers["content-type"], first.headers["content-type"]);
      if (first.status >= 400) assert.deepEqual(second.body, first.body);
    });
  }
});

describe("paths: addresses of other services", needs("wire", "state"), () => {
  for (const [path, instead] of [
    ["/v1/track", "/capture/"],
    ["/v1/identify", "/capture/"],
    ["/v1/batch", "/batch/"],
    ["/i/v0/ai/otel", "/i/v0/ai/batch/"],
  ] as const) {
    test(`${path}: 404, with the address that takes events`, async () => {
      const headers = { "content-type": "application/json", origin: "https://shop.example" };
      const { status, body } = await client.sendRaw({ method: "POST", path, headers, body: "{}" });
      const { code, detail } = body as { code: string; detail: string };
      assert.deepEqual([status, code], [404, "not_found"]);
      assert.ok(detail.includes(`POST ${instead} `), detail);
    });
  }
});

describe("paths: undocumented paths and methods", needs("state"), () => {
  const unknown = [
    "/nothing",
    "/api",
    "/api/project",
    "/api/environment",
    "/api/projects/1/nothing",
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
        const response = await client.sendRaw({ method, path, headers, ...(method === "POST" && { body: "{}" }) });
        assert.equal((response.body as { code: string }).code, "not_found");
      }
    });
  }

  for (const call of ["track", "identify", "page", "screen", "group", "alias", "batch"]) {
    test(`/v1/${call}: 404 with a hint at the address that takes events`, needs("wire"), async () => {
      const response = await client.sendRaw({ method: "POST", path: `/v1/${call}`, body: "{}" });
      assert.equal(response.status, 404);
      assert.match((response.body as { detail: string }).detail, /POST \/batch\//);
    });
  }

  const paths = new Set(
    [...operations.values()].map(({ id }) => client.message(id, { path: { id: randomUUID() } }).path),
  );
  for (const path of paths) {
    test(`${path.replaceAll(/[0-9a-f-]{36}/g, "…")}: other methods are answered with 405 and Allow`, async () => {
      for (const method of METHODS.filter((name) => !documentedMethods(path).includes(name))) {
        assert.equal((await client.sendRaw({ method, path })).status, 405, method);
      }
    });
  }
});
