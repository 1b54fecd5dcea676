import createClient from "openapi-fetch";
import type { components, paths } from "../../../generated/openapi.ts";

export type Schemas = components["schemas"];

/** The address of the service, which a proxy may serve under a path. It ends with a slash. */
export const SERVICE_URL = new URL(".", location.href).href;

/** Calls operations of the contract for the person who is signed in. Wrap each call in `unwrap`. */
export const client = createClient<paths>({
  baseUrl: SERVICE_URL,
  credentials: "same-origin",
  headers: { "X-Sightline-Console": "1" },
});
