import createClient from "openapi-fetch";
import type { components, paths } from "../../../generated/openapi.ts";

export type Schemas = components["schemas"];

/** The address of the service, which a proxy may serve under a path; its scripts are in `console/`. Ends with a `/`. */
export const SERVICE_URL = new URL("..", import.meta.url).href;

/** Calls operations of the contract for the person who is signed in. Wrap each call in `unwrap`. */
export const client = createClient<paths>({
  baseUrl: SERVICE_URL,
  credentials: "same-origin",
  headers: { "X-Sightline-Console": "1" },
});

/** The service refused a request, or cannot be reached. The message is one sentence for the person. */
export class ApiError extends Error {
  /** The status of the response; 0 if there was none. */
  readonly status: number;
  readonly code: string;
  /** The field that the service names as the cause. */
  readonly attr: string | undefined;

  constructor(status: number, message: string, { code = "", attr }: { code?: string; attr?: string } = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.attr = attr;
  }
}

type Answer<T> = { readonly data?: T; readonly error?: unknown; readonly response: Response };

/** Returns the answer, or throws an `ApiError` or what aborted it. Calls `signedOut` if nobody is signed in. */
export async function unwrap<T>(
  request: Promise<Answer<T>>,
  { signedOut = forgetSession }: { readonly signedOut?: (() => void) | undefined } = {},
): Promise<T> {
  const { data, error, response } = await request.catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw new ApiError(0, "The service cannot be reached. Is it running, and are you online?");
  });
  if (response.ok) return data as T;
  if (response.status === 401) signedOut();
  throw toApiError(error, response);
}

export function toApiError(body: unknown, { status, headers }: Response): ApiError {
  const { code, detail, attr } = (body ?? {}) as Partial<Schemas["Error"]>;
  if (status === 429) {
    const seconds = headers.get("Retry-After") ?? "60";
    return new ApiError(status, `Too many requests. Try again in ${seconds} seconds.`, { code: "throttled" });
  }
  const message = detail ?? `The service cannot answer now (status ${status}). Try again later.`;
  return new ApiError(status, message, { code, attr });
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

const PLACE = "sightline.after-sign-in";
const SIGN_IN = "#/sign-in";

/** Shows the sign-in page. Who then signs in comes back to the present page. */
function forgetSession(): void {
  if (location.hash.startsWith(SIGN_IN)) return;
  if (location.hash.length > 2) sessionStorage.setItem(PLACE, location.hash);
  location.hash = SIGN_IN;
}

/** Returns the path at which the person was before signing in, or that of the start. Forgets it. */
export function placeAfterSignIn(): string {
  const hash = sessionStorage.getItem(PLACE) ?? "#/";
  sessionStorage.removeItem(PLACE);
  return hash.slice(1);
}
