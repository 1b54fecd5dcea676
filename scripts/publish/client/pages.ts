import type { Client, ClientPathsWithMethod, MaybeOptionalInit } from "openapi-fetch";
import type { paths } from "./contract.ts";

/** What every page of a list has. */
interface Page {
  next?: string | null;
  results: readonly unknown[];
}

type Answer<Path extends keyof paths> = paths[Path]["get"] extends {
  responses: { 200: { content: { "application/json": infer Body } } };
}
  ? Body
  : never;

/** The paths whose GET is answered with pages. */
type ListPath = {
  [Path in ClientPathsWithMethod<Client<paths>, "get">]: Answer<Path> extends Page ? Path : never;
}[ClientPathsWithMethod<Client<paths>, "get">];
type Item<List> = List extends { results: readonly (infer One)[] } ? One : never;

/** Lists that are answered in pages, each requested when it is needed. They throw `SightlineError`. */
export interface SightlineLists {
  /** Iterates over the pages of a list: `for await (const page of client.pages(path, init))`. */
  pages: <Path extends ListPath>(
    path: Path,
    init: MaybeOptionalInit<paths[Path], "get">,
  ) => AsyncGenerator<Answer<Path>>;
  /** Iterates over what is on the pages of a list: `for await (const person of client.items(path, init))`. */
  items: <Path extends ListPath>(
    path: Path,
    init: MaybeOptionalInit<paths[Path], "get">,
  ) => AsyncGenerator<Item<Answer<Path>>>;
}

/** The service answered with an error. */
export class SightlineError extends Error {
  readonly status: number;
  /** What the contract calls the error, such as `invalid_input`. */
  readonly code: string;
  /** The field or parameter that it is about, or null. */
  readonly attr: string | null;

  constructor(status: number, body: unknown) {
    const known = typeof body === "object" && body !== null ? body : {};
    const { code = "unknown", detail = "", attr = null } = known as { code?: string; detail?: string; attr?: string };
    super(`${status} ${code}: ${detail}`);
    this.name = "SightlineError";
    this.status = status;
    this.code = code;
    this.attr = attr;
  }
}

/** A GET without the types of its path. */
type Get = (path: string, init: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** Returns the lists of a client, which `get` requests. */
export function lists(get: Get): SightlineLists {
  async function* pages(path: string, init: object): AsyncGenerator<Page> {
    // Of `next` only the query counts: keys go to no other address than that of the service.
    for (let next: string | null | undefined = ""; typeof next === "string"; ) {
      const query = next && new URL(next).search.slice(1);
      const { data, error, response } = await get(path, { ...init, ...(query && { querySerializer: () => query }) });
      if (!response.ok) throw new SightlineError(response.status, error);
      const page = data as Page;
      yield page;
      next = page.next;
    }
  }
  async function* items(path: string, init: object): AsyncGenerator<unknown> {
    for await (const { results } of pages(path, init)) yield* results;
  }
  return { pages, items } as unknown as SightlineLists;
}
