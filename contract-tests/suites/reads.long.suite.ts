import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { Client, type RequestOptions } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { type Operation, operations } from "../contract/contract-document.ts";
import { isRead } from "../contract/reads.ts";

/** Reads only, so it also runs on what people depend on: `--read-only` runs this suite. */
const client = new Client();
const reads = [...operations.values()].filter(isRead);
const hasId = ({ path }: Operation) => path.includes("{id}");

/** Returns a request for something that exists; undefined if the list is empty. */
async function requestFor(operation: Operation): Promise<RequestOptions | undefined> {
  if (!hasId(operation)) return { query: operation.requiredQuery };
  const listPath = operation.path.slice(0, operation.path.indexOf("/{id}"));
  const list = reads.find(({ path }) => path === listPath);
  if (list === undefined) return undefined;
  const { body } = await client.request(list.id, limited(list, 1));
  const [first] = (Array.isArray(body) ? body : (body as { results: unknown[] }).results) as Record<string, unknown>[];
  const id = first?.uuid ?? first?.id ?? first?.short_id; // a person has a number, too
  return id === undefined ? undefined : { path: { id: String(id) } };
}

/** Returns a request for one item of a list; all of it if pages have no limit. */
function limited({ parameters }: Operation, limit: number): RequestOptions {
  return parameters.some(({ name }) => name === "limit") ? { query: { limit } } : {};
}

describe("reads: what there is", needs("state"), () => {
  for (const operation of reads) {
    test(`${operation.id} answers as the document says`, async (context) => {
      const options = await requestFor(operation);
      if (options === undefined) return context.skip("there is nothing to read");
      const { status } = await client.request(operation.id, options);
      assert.ok(status < 500 || status === 503, `${operation.id} answered with ${status}`);
      if (operation.isPrivate) assert.ok(status !== 401 && status !== 429, `${operation.id} answered with ${status}`);
    });
  }
});

describe("reads: nothing without a valid key", needs("state"), () => {
  for (const { id } of reads.filter(({ isPrivate }) => isPrivate)) {
    test(id, async () => {
      for (const key of [null, "phx_unknown", target.tenant.projectApiKey]) {
        const { status } = await client.request(id, { key });
        assert.equal(status, 401);
      }
    });
  }
});

describe("reads: what does not exist", needs("state"), () => {
  for (const { id } of reads.filter((operation) => hasId(operation) && operation.isPrivate)) {
    test(`${id}: an unknown id is answered with 404`, async () => {
      const { status } = await client.request(id, { path: { id: randomUUID() } });
      assert.equal(status, 404);
    });
  }
  for (const { id } of reads.filter(({ path }) => path.includes("{project_id}"))) {
    test(`${id}: an unknown project is answered with 404`, async () => {
      const { status } = await client.request(id, { path: { project_id: "999999999" } });
      assert.equal(status, 404);
    });
  }
});

describe("reads: pages", needs("state"), () => {
  for (const operation of reads.filter(({ parameters }) => parameters.some(({ name }) => name === "limit"))) {
    test(`${operation.id} refuses a page of nothing`, async (context) => {
      const options = await requestFor(operation);
      if (options === undefined) return context.skip("there is nothing to read");
      const query = { ...operation.requiredQuery, limit: 0 };
      await client.expectError(operation.id, [400, "invalid_input", "limit"], { ...options, query });
    });
    test(`${operation.id} refuses filters and orders that it does not have, ignores the rest`, async (context) => {
      const options = await requestFor(operation);
      if (options === undefined) return context.skip("there is nothing to read");
      const ask = (more: object) => ({ ...options, query: { ...operation.requiredQuery, ...more } });
      for (const attr of ["where", "order_by"]) {
        await client.expectError(operation.id, [400, "invalid_input", attr], ask({ [attr]: "x" }));
      }
      const { status } = await client.request(operation.id, ask({ where: "", unknown: "x" }));
      assert.equal(status, 200);
    });
  }
});
