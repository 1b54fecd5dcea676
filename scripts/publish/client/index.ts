import createFetchClient, { type ClientOptions, type Middleware } from "openapi-fetch";
import type { paths } from "./contract.ts";
import { lists, type SightlineLists } from "./pages.ts";
import { DEFAULT_MAX_RETRIES, DEFAULT_MAX_RETRY_SECONDS, retryingFetch } from "./retry.ts";
import type { SightlineMethods } from "./types.ts";

export type { components, operations, paths } from "./contract.ts";
export { SightlineError } from "./pages.ts";
export type { Schemas } from "./types.ts";

/** Methods by path, and lists as iterators. */
export interface SightlineClient extends SightlineMethods, SightlineLists {}

export interface SightlineOptions extends ClientOptions {
  /** The URL of the service, such as `https://analytics.example.com`. */
  baseUrl: string;
  /** `phx_…`: for recordings and invites. Keep it out of browsers. */
  personalApiKey?: string;
  /** `phc_…`: for events and flag decisions. */
  projectApiKey?: string;
  /** How often a request is repeated that is answered with 429 or 503 and `Retry-After` (default 2; 0: never). */
  maxRetries?: number | undefined;
  /** A longer `Retry-After`, in seconds, is not waited for: the response is returned (default 30). */
  maxRetrySeconds?: number | undefined;
}

/**
 * Creates a client for a Sightline service. Each key is sent as `Authorization: Bearer`, and only to its interface.
 * Without a project API key, events and decisions use the personal API key and need `project_id`. A request that
 * already has the header keeps it.
 */
export function createClient(options: SightlineOptions): SightlineClient {
  const {
    personalApiKey,
    projectApiKey,
    maxRetries = DEFAULT_MAX_RETRIES,
    maxRetrySeconds = DEFAULT_MAX_RETRY_SECONDS,
    fetch = globalThis.fetch,
    ...others
  } = options;
  const client = createFetchClient<paths>({ ...others, fetch: retryingFetch(fetch, maxRetries, maxRetrySeconds) });
  client.use(authorization(personalApiKey, projectApiKey ?? personalApiKey));
  const get = client.GET as Parameters<typeof lists>[0];
  return Object.assign(client as SightlineMethods, lists(get));
}

const PUBLIC: readonly string[] = ["/capture/", "/batch/", "/decide/"] satisfies (keyof paths)[];
const PRIVATE = /^\/api\/(?:(?:projects|organizations|users|personal_api_keys)(?:\/|$)|sessions\/current$)/;

function authorization(privateKey: string | undefined, publicKey: string | undefined): Middleware {
  return {
    onRequest({ request, schemaPath }) {
      const key = PUBLIC.includes(schemaPath) ? publicKey : PRIVATE.test(schemaPath) ? privateKey : undefined;
      if (key === undefined || request.headers.has("Authorization")) return;
      request.headers.set("Authorization", `Bearer ${key}`);
    },
  };
}
