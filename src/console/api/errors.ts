import type { Schemas } from "./client.ts";
import { forgetSession } from "./signed-out.ts";

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

interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

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
