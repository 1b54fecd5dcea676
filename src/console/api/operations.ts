import { useCallback, useContext, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { OPERATIONS } from "../../../generated/console.ts";
import type { operations } from "../../../generated/openapi.ts";
import { ApiError, client, isAbort, unwrap } from "./client.ts";
import { PlaceContext, useFilters } from "./place.ts";
import { turns } from "./turns.ts";

export type { Schemas } from "./client.ts";

type Id = keyof typeof OPERATIONS;
/** What the page's project stands for in paths. */
type Given = "project_id" | "parent_lookup_organization_id";
type Part<T> = [NonNullable<T>] extends [never] ? unknown : NonNullable<T>;
type Named<I extends Id> = Part<operations[I]["parameters"]["path"]> & Part<operations[I]["parameters"]["query"]>;
type RequestBody<I extends Id> = NonNullable<operations[I]["requestBody"]>;
type WithBody<I extends Id> = [RequestBody<I>] extends [never]
  ? unknown
  : RequestBody<I> extends { content: { "application/json": infer Body } }
    ? { readonly body: Body }
    : unknown;
type Success<Responses> = {
  [Status in keyof Responses]: Status extends 200 | 201 | 202
    ? Responses[Status] extends { content: { "application/json": infer Body } }
      ? Body
      : undefined
    : never;
}[keyof Responses];

/** Parameters of path and query by their names, except those that the page's project stands for, and the body. */
export type Input<I extends Id> = {
  readonly [Name in keyof Omit<Named<I>, Given>]: Omit<Named<I>, Given>[Name] | undefined;
} & { readonly [Name in Given]?: string } & WithBody<I>;
export type Answer<I extends Id> = Success<operations[I]["responses"]>;

interface Options {
  readonly signal?: AbortSignal | null;
  readonly signedOut?: () => void;
  readonly parseAs?: "blob" | "stream";
}
export type Call = <I extends Id>(id: I, input: Input<I>, options?: Options) => Promise<Answer<I>>;
type Request = (method: string, path: string, init: object) => Parameters<typeof unwrap>[0];

/** Calls operations of the contract for the person who is signed in. Empty and undefined parameters are not sent. */
export const call: Call = callAt({});

function callAt(place: Readonly<Record<string, unknown>>): Call {
  return async <I extends Id>(id: I, input: Input<I>, options: Options = {}) => {
    const { body, ...named }: { body?: unknown } = input as object;
    const [method = "", path = ""] = OPERATIONS[id].split(" ");
    const all = Object.entries({ ...place, ...named });
    const isInPath = ([name]: [string, unknown]) => path.includes(`{${name}}`);
    const query = all.filter((one) => !isInPath(one) && !(one[0] in place) && one[1] !== undefined && one[1] !== "");
    const params = { path: Object.fromEntries(all.filter(isInPath)), query: Object.fromEntries(query) };
    const { signedOut, ...rest } = options;
    const request = (client.request as Request)(method.toLowerCase(), path, { params, body, ...rest });
    return (await unwrap(request, { signedOut })) as Answer<I>;
  };
}

/** Returns what calls operations of the page's project and organization. */
export function useCall(): Call {
  const { project, organization } = useContext(PlaceContext) ?? {};
  return useMemo(
    () => callAt(project ? { project_id: project.id, parent_lookup_organization_id: organization?.id } : {}),
    [project?.id, organization?.id],
  );
}

interface Loading {
  /** Whether the last answer is shown until the next one is there. */
  readonly keep?: boolean;
  /** What the answer depends on beside its input. */
  readonly version?: number;
}

/** Loads what an operation answers, again when its input changes. */
export function useOperation<I extends Id>(
  id: I,
  input: Input<I>,
  { keep = false, version }: Loading = {},
): Resource<Answer<I>> {
  return useResource((signal, call) => call(id, input, { signal }), [id, JSON.stringify(input), version], { keep });
}

export type Paging = { readonly offset: number; readonly limit: number; readonly setOffset: (offset: number) => void };

/** Loads a page of a list. Which one it is stands in the address if `isInAddress`. */
export function usePages<I extends Id>(
  id: I,
  input: Omit<Input<I>, keyof Paging>,
  { limit = 50, isInAddress = false, version }: Loading & { limit?: number; isInAddress?: boolean } = {},
): Resource<Answer<I>> & Paging {
  const [filters, change] = useFilters();
  const [own, setOwn] = useState(0);
  const offset = isInAddress ? Number(filters.get("offset") ?? 0) : own;
  const setOffset = isInAddress ? (to: number) => change({ offset: to === 0 ? "" : String(to) }) : setOwn;
  const found = useOperation(id, { ...input, limit, offset } as unknown as Input<I>, { keep: true, version });
  return { ...found, offset, limit, setOffset };
}

/** Asks for pages of a question's rows. */
export function useQueryPages<Row>(
  query: Input<"query_create">["body"]["query"],
  rowsOf: (results: Answer<"query_create">["results"]) => Row[],
  limit = 50,
) {
  const [offset, setOffset] = useState(0);
  const body = { query: { ...query, limit, offset } as typeof query };
  const found = useOperation("query_create", { body }, { keep: true });
  const data = found.data && { ...found.data, results: rowsOf(found.data.results) };
  return { ...found, data, offset, limit, setOffset };
}

const MAX_NAMES = 200;

/** Returns names of events or properties for suggestions; none while they are loaded, or if they cannot be. */
export function useKnownNames(kind: "event" | "property", type?: "person"): readonly string[] {
  const id = kind === "event" ? "event_definitions_list" : "property_definitions_list";
  return useOperation(id, { limit: MAX_NAMES, ...(type && { type }) }).data?.results.map(({ name }) => name) ?? [];
}

/** Returns the names of the project's types of groups, in the order of their indexes; none until they are loaded. */
export function useGroupTypes(): readonly string[] {
  return useOperation("groups_types_list", {}, { keep: true }).data?.map(({ group_type }) => group_type) ?? [];
}

/** What a page shows of the service. `data` stays while it is loaded again, so that nothing jumps. */
export interface Resource<T> {
  readonly data?: T | undefined;
  readonly error?: ApiError | undefined;
  readonly isLoading: boolean;
  readonly isCancelled?: boolean;
  readonly reload: () => void;
  /** Cancels the load that is under way. */
  readonly cancel: () => void;
}

/** Loads a resource with what calls operations of the page's project. `isAgain` says that it is to be fresh. */
type Load<T> = (signal: AbortSignal, call: Call, isAgain: boolean) => Promise<T>;

/** Loads at first, when `inputs` change and on `reload`; aborts the last load. `keep` shows old data meanwhile. */
export function useResource<T>(load: Load<T>, inputs: readonly unknown[], { keep = false } = {}): Resource<T> {
  const call = useCall();
  const [state, setState] = useState<Omit<Resource<T>, "reload" | "cancel">>({ isLoading: true });
  const [attempt, setAttempt] = useState(0);
  const shown = useRef(attempt);
  const running = useRef<AbortController>();
  useEffect(() => {
    const abort = new AbortController();
    running.current = abort;
    const isAgain = shown.current !== attempt;
    shown.current = attempt;
    setState(({ data, error }) => {
      // An error stays until it is known that it is over.
      return { ...((keep || isAgain) && { data }), ...(isAgain && error && { error }), isLoading: true };
    });
    load(abort.signal, call, isAgain).then(
      (data) => abort.signal.aborted || setState({ data, isLoading: false }),
      (error: unknown) => {
        if (abort.signal.aborted || isAbort(error)) return;
        setState(({ data }) => ({ data, error: toApiError(error), isLoading: false }));
      },
    );
    return () => abort.abort();
  }, [...inputs, call, attempt]);
  const reload = useCallback(() => setAttempt((number) => number + 1), []);
  const cancel = useCallback(() => {
    running.current?.abort();
    setState(({ data }) => ({ data, isLoading: false, isCancelled: true }));
  }, []);
  return { ...state, reload, cancel };
}

/** The service answers one question at a time: more would only wait there, and others of the project with them. */
const inTurn = turns(2);

/** Loads an answer in its turn; the last one stays until the next is there. */
export function useTurn<T>(load: Load<T>, inputs: readonly unknown[]): Resource<T> {
  return useResource((signal, ...given) => inTurn(() => load(signal, ...given), signal), inputs, { keep: true });
}

interface Page<Row> {
  readonly results: readonly Row[];
  /** Where the next page begins, if there is one. */
  readonly next: string | null;
}

/** Loads pages behind the first, one at a time, and keeps all of them. One that comes after `forget` is dropped. */
export function useMore<Row>(first: Page<Row> | undefined, load: (call: Call, next: string) => Promise<Page<Row>>) {
  const [pages, setPages] = useState<readonly Page<Row>[]>([]);
  const next = (pages.at(-1) ?? first)?.next ?? null;
  const { run, isRunning, error } = useAction(async (call, from: string) => {
    const page = await load(call, from);
    setPages((known) => (known === pages ? [...known, page] : known));
  });
  return {
    ...{ next, isRunning, error },
    rows: [...(first ? [first] : []), ...pages].flatMap(({ results }) => results),
    show: next === null ? undefined : () => void run(next),
    forget: () => setPages([]),
  };
}

/** Loads the resource again and again while `isActive` and the page can be seen: `pauseMs` after each response. */
export function usePolling({ isLoading, reload }: Resource<unknown>, pauseMs: number, isActive = true): void {
  useEffect(() => {
    if (!isActive || isLoading) return;
    const reloadIfVisible = () => {
      if (document.visibilityState === "visible") reload();
    };
    const timer = setTimeout(reloadIfVisible, pauseMs);
    document.addEventListener("visibilitychange", reloadIfVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", reloadIfVisible);
    };
  }, [isActive, isLoading, reload, pauseMs]);
}

/** A change that a person makes: `run` returns whether it succeeded, and `error` says why not. */
export interface Action<Arguments extends unknown[]> {
  readonly run: (...args: Arguments) => Promise<boolean>;
  readonly isRunning: boolean;
  readonly error?: ApiError;
  readonly reset: () => void;
}

/** Lets a person act; `act` gets what calls operations of the page's project, and what `run` gets. */
export function useAction<Arguments extends unknown[]>(
  act: (call: Call, ...args: Arguments) => Promise<unknown>,
): Action<Arguments> {
  const call = useCall();
  const [state, setState] = useState<{ isRunning: boolean; error?: ApiError }>({ isRunning: false });
  const run = async (...args: Arguments) => {
    setState({ isRunning: true });
    try {
      await act(call, ...args);
      setState({ isRunning: false });
      return true;
    } catch (error) {
      setState({ isRunning: false, ...(!isAbort(error) && { error: toApiError(error) }) });
      return false;
    }
  };
  return { ...state, run, reset: () => setState({ isRunning: false }) };
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  console.error(error);
  return new ApiError(0, "This page made a mistake. Reload it, and report it if that does not help.");
}
