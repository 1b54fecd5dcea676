import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import { createClient, type SightlineOptions } from "./index.ts";

interface Document {
  paths: Record<string, Record<string, { security?: object[]; operationId?: string }>>;
}

const PATH = { project_id: "1", id: "2", parent_lookup_organization_id: "3", token: "4", version: "5", file: "6" };

/** Returns the Authorization header that the client sends to a path. */
async function authorizationFor(
  path: string,
  options: Partial<SightlineOptions>,
  headers = {},
): Promise<string | null> {
  let authorization: string | null = null;
  const fetch = async (request: Request) => {
    authorization = request.headers.get("Authorization");
    return Response.json({});
  };
  const client = createClient({ baseUrl: "http://service.test", fetch, ...options });
  const anyPath = client.POST as (path: string, init: object) => Promise<unknown>;
  await anyPath(path, { headers, params: { path: PATH } });
  return authorization;
}

describe("the client's keys", () => {
  const keys = { personalApiKey: "phx_1", projectApiKey: "phc_1" };

  it("are sent to the interface that they belong to, on every path", async () => {
    const generated = new URL("../../../generated/openapi.json", import.meta.url);
    const { paths }: Document = JSON.parse(await readFile(generated, "utf8"));
    for (const [path, item] of Object.entries(paths)) {
      const security = Object.values(item).find(({ operationId }) => operationId)?.security;
      const isPublic = security?.some((scheme) => "projectApiKey" in scheme);
      const expected = isPublic ? "Bearer phc_1" : security?.length === 0 ? null : "Bearer phx_1";
      assert.equal(await authorizationFor(path, keys), expected, path);
    }
  });

  it("use a lone personal key everywhere, and never send the project key to the private interface", async () => {
    assert.equal(await authorizationFor("/batch/", { personalApiKey: "phx_1" }), "Bearer phx_1");
    const invites = "/api/organizations/{parent_lookup_organization_id}/invites";
    assert.equal(await authorizationFor(invites, { projectApiKey: "phc_1" }), null);
  });

  it("do not replace an existing header", async () => {
    assert.equal(await authorizationFor("/batch/", keys, { Authorization: "Bearer mine" }), "Bearer mine");
  });
});
