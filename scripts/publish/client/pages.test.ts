import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createClient, SightlineError } from "./index.ts";

/** Returns a client of a service that has these pages, and the addresses that it requested. */
function clientOf(pages: readonly object[]) {
  const addresses: string[] = [];
  const fetch = async ({ url }: Request) => {
    addresses.push(url);
    const page = pages[addresses.length - 1];
    const error = { type: "invalid_request", code: "not_found", detail: "There is no such project.", attr: "id" };
    return page === undefined ? Response.json(error, { status: 404 }) : Response.json(page);
  };
  return { addresses, client: createClient({ baseUrl: "http://service.test/base", personalApiKey: "phx_1", fetch }) };
}

const path = "/api/projects/{project_id}/events";
const init = { params: { path: { project_id: "7" }, query: { limit: 2 } } };
const next = "http://elsewhere.test/api/projects/8/events?limit=2&cursor=a%2Fb";

describe("lists", () => {
  it("are requested page by page, from the service only", async () => {
    const { client, addresses } = clientOf([
      { next, results: [{ id: "1" }, { id: "2" }] },
      { next: null, results: [{ id: "3" }] },
    ]);
    const ids: string[] = [];
    for await (const { id } of client.items(path, init)) ids.push(id);
    assert.deepEqual(ids, ["1", "2", "3"]);
    assert.deepEqual(addresses, [
      "http://service.test/base/api/projects/7/events?limit=2",
      "http://service.test/base/api/projects/7/events?limit=2&cursor=a%2Fb",
    ]);
  });

  it("request nothing that is not read", async () => {
    const { client, addresses } = clientOf([{ next, results: [{ id: "1" }] }]);
    for await (const page of client.pages(path, init)) {
      assert.equal(page.next, next);
      break;
    }
    assert.equal(addresses.length, 1);
  });

  it("throw what the service answers", async () => {
    const { client } = clientOf([]);
    await assert.rejects(client.items(path, init).next(), (error) => {
      assert.ok(error instanceof SightlineError);
      assert.deepEqual([error.status, error.code, error.attr], [404, "not_found", "id"]);
      return true;
    });
  });
});
