import type { Client, ClientPathsWithMethod, FetchResponse, MaybeOptionalInit, ParseAs } from "openapi-fetch";
import type { components, paths } from "./contract.ts";

/** The schemas of the contract by name: `Schemas["SessionRecording"]`. */
export type Schemas = components["schemas"];

// As in openapi-fetch, which infers the type of `init`. Here it is exact, so that unknown fields do not compile.
type Post = <Path extends ClientPathsWithMethod<Client<paths>, "post">, As extends ParseAs = "json">(
  path: Path,
  init: MaybeOptionalInit<paths[Path], "post"> & { parseAs?: As },
) => Promise<FetchResponse<paths[Path]["post"], { parseAs: As }, `${string}/${string}`>>;
type Put = <Path extends ClientPathsWithMethod<Client<paths>, "put">, As extends ParseAs = "json">(
  path: Path,
  init: MaybeOptionalInit<paths[Path], "put"> & { parseAs?: As },
) => Promise<FetchResponse<paths[Path]["put"], { parseAs: As }, `${string}/${string}`>>;
type Patch = <Path extends ClientPathsWithMethod<Client<paths>, "patch">, As extends ParseAs = "json">(
  path: Path,
  init: MaybeOptionalInit<paths[Path], "patch"> & { parseAs?: As },
) => Promise<FetchResponse<paths[Path]["patch"], { parseAs: As }, `${string}/${string}`>>;

/** `GET`, `POST`, `PUT`, `PATCH` and `DELETE` by path, each returning `{ data, error, response }`. */
export interface SightlineMethods extends Omit<Client<paths>, "POST" | "PUT" | "PATCH"> {
  POST: Post;
  PUT: Put;
  PATCH: Patch;
}
