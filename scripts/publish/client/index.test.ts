import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import { createClient, type SightlineOptions } from "./index.ts";

interface Document {
  paths: Record<string, Record<string, { security?: object[]; operationId?: string }>>;
}

const PATH = { project_id: "1", id: "2", parent_lookup_organization_id: "3", token: "4", version: "5", file: "6" };

/** The Authorization that the client sends along with a request to a path. */
async function sentTo(path: string, options: Partial<SightlineOptions>, headers = {}): Promise<string | null> {
  let sent: string | null = null;
  const fetch = async (request: Request) => {
    sent = request.headers.get("Authorization");
    return Response.json({});
  };
  const client = createClient({ baseUrl: "http://service.test", fetch, ...options });
  const anyPath = client.POST as (path: string, init: object) => Promise<unknown>;
  await anyPath(path, { headers, params: { path: PATH } });
  return sent;
}

describe("the client's keys", () => {
  const keys = { personalApiKey: "phx_1", projectApiKey: "phc_1" };

  it("go to the interface that the document asks them for, on every path", async () => {
    const generated = new URL("../../../generated/openapi.json", import.meta.url);
    const { paths }: Document = JSON.parse(await readFile(generated, "utf8"));
    for (const [path, item] of Object.entries(paths)) {
      const security = Object.values(item).find(({ operationId }) => operationId)?.security;
      const isPublic = security?.some((scheme) => "projectApiKey" in scheme);
      const expected = isPublic ? "Bearer phc_1" : security?.length === 0 ? null : "Bearer phx_1";
      assert.equal(await sentTo(path, keys), expected, path);
    }
  });

  it("are the personal one everywhere when it is the only one, and never the project's on the private interface", async () => {
    assert.equal(await sentTo("/batch/", { personalApiKey: "phx_1" }), "Bearer phx_1");
    const invites = "/api/organizations/{parent_lookup_organization_id}/invites";
    assert.equal(await sentTo(invites, { projectApiKey: "phc_1" }), null);
  });

  it("give way to a header that is there", async () => {
    assert.equal(await sentTo("/batch/", keys, { Authorization: "Bearer mine" }), "Bearer mine");
  });
});
