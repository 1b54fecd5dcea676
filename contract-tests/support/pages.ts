import assert from "node:assert/strict";
import { exchange } from "../client/exchange.ts";
import { target } from "../client/target.ts";
import type { Answer } from "../contract/check.ts";
import { check } from "../contract/check.ts";

export interface Page<T> {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly T[];
}

/** Asks for the page at an address that the service gave; it has to be an address of this service. */
export async function follow<T>(address: string, key: string): Promise<Page<T>> {
  const { origin, pathname, search, searchParams } = new URL(address);
  const { base, direct, nodes = [] } = target;
  assert.ok(
    [base, direct, ...nodes].some((ours) => new URL(ours).origin === origin),
    `${address} is elsewhere`,
  );
  for (const name of ["limit", "offset"]) assert.match(searchParams.get(name) ?? "", /^\d+$/, address);
  const message = { method: "GET", path: `${pathname}${search}`, headers: { authorization: `Bearer ${key}` } };
  const answer: Answer = check(message, await exchange(target.base, message));
  assert.equal(answer.status, 200);
  return answer.body as Page<T>;
}

/** Follows `next` from this page to the end, and then `previous` back to it; gives all items, in the order of the pages. */
export async function walk<T>(first: Page<T>, key: string): Promise<T[]> {
  const pages = [first];
  for (let page = first; page.next !== null; ) {
    page = await follow<T>(page.next, key);
    pages.push(page);
  }
  const backwards = [];
  for (let page = pages.at(-1); page !== undefined; ) {
    backwards.unshift(page.results);
    page = page.previous === null ? undefined : await follow<T>(page.previous, key);
  }
  const forwards = pages.map(({ results }) => results);
  assert.deepEqual(backwards, forwards);
  return forwards.flat();
}
