import createFetchClient, {
  type Client,
  type ClientOptions,
  type ClientPathsWithMethod,
  type FetchResponse,
  type MaybeOptionalInit,
  type Middleware,
  type ParseAs,
} from "openapi-fetch";
import type { components, paths } from "./contract.ts";

export type { components, operations, paths } from "./contract.ts";
/** The schemas of the contract by name: `Schemas["SessionRecording"]`. */
export type Schemas = components["schemas"];
/** `GET`, `POST`, `PUT` and `DELETE` by path, each returning `{ data, error, response }`. */
export interface SightlineClient extends Omit<Client<paths>, "POST"> {
  POST: Post;
}

/** As in openapi-fetch, which infers the type of `init`. Here it is exact, so that unknown fields do not compile. */
type Post = <Path extends ClientPathsWithMethod<Client<paths>, "post">, As extends ParseAs = "json">(
  path: Path,
  init: MaybeOptionalInit<paths[Path], "post"> & { parseAs?: As },
) => Promise<FetchResponse<paths[Path]["post"], { parseAs: As }, `${string}/${string}`>>;

export interface SightlineOptions extends ClientOptions {
  /** The URL of the service, such as `https://analytics.example.com`. */
  baseUrl: string;
  /** `phx_…`: for recordings and invites. Keep it out of browsers. */
  personalApiKey?: string;
  /** `phc_…`: for events and flag decisions. */
  projectApiKey?: string;
}

/**
 * Creates a client for a Sightline service. Each key is sent as `Authorization: Bearer`, and only to its interface.
 * Without a project API key, events and decisions use the personal API key and need `project_id`. A request that
 * already has the header keeps it.
 */
export function createClient({ personalApiKey, projectApiKey, ...options }: SightlineOptions): SightlineClient {
  const client = createFetchClient<paths>(options);
  client.use(authorization(personalApiKey, projectApiKey ?? personalApiKey));
  return client as SightlineClient;
}

const PUBLIC: readonly string[] = ["/capture/", "/batch/", "/decide/"] satisfies (keyof paths)[];
const PRIVATE = /^\/api\/(?:(?:projects|organizations|users)\/|sessions\/current$)/;

function authorization(privateKey: string | undefined, publicKey: string | undefined): Middleware {
  return {
    onRequest({ request, schemaPath }) {
      const key = PUBLIC.includes(schemaPath) ? publicKey : PRIVATE.test(schemaPath) ? privateKey : undefined;
      if (key === undefined || request.headers.has("Authorization")) return;
      request.headers.set("Authorization", `Bearer ${key}`);
    },
  };
}
