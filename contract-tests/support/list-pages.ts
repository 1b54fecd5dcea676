import assert from "node:assert/strict";
import { exchange } from "../client/exchange.ts";
import { target } from "../client/target.ts";
import type { CheckedResponse } from "../contract/check-response.ts";
import { checkResponse } from "../contract/check-response.ts";

export interface ListPage<T> {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly T[];
}

/** Returns the page at a URL from a response, which must be a URL of this service. */
async function fetchListPage<T>(address: string, key: string): Promise<ListPage<T>> {
  const { origin, pathname, search, searchParams } = new URL(address);
  const { base, direct, nodes = [] } = target;
  assert.ok(
    [base, direct, ...nodes].some((ours) => new URL(ours).origin === origin),
    `${address} is a URL of another service`,
  );
  for (const name of ["limit", "offset"]) assert.match(searchParams.get(name) ?? "", /^\d+$/, address);
  const message = { method: "GET", path: `${pathname}${search}`, headers: { authorization: `Bearer ${key}` } };
  const answer: CheckedResponse = checkResponse(message, await exchange(target.base, message));
  assert.equal(answer.status, 200);
  return answer.body as ListPage<T>;
}

/**
 * Follows `next` from this page to the end and `previous` back to it, and checks that both show the same. Returns all
 * items in the order of the pages.
 */
export async function fetchAllPages<T>(first: ListPage<T>, key: string): Promise<T[]> {
  const pages = [first];
  for (let page = first; page.next !== null; ) {
    page = await fetchListPage<T>(page.next, key);
    assert.ok(page.results.length > 0, "the page after a full last one is empty: it must not be linked to");
    pages.push(page);
  }
  const backwards = [];
  for (let page = pages.at(-1); page !== undefined; ) {
    backwards.unshift(page.results);
    page = page.previous === null ? undefined : await fetchListPage<T>(page.previous, key);
  }
  const forwards = pages.map(({ results }) => results);
  assert.deepEqual(backwards, forwards);
  return forwards.flat();
}
