import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "../../generated/openapi.ts";
import { readLines } from "./read-lines.ts";

export type Recording = components["schemas"]["SessionRecording"];
export type Source = components["schemas"]["SnapshotSource"];

/** The service did not give what was asked; the message is for the page's reader. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A project's recordings as the service answers them. The key is kept here alone. Every method throws `Refusal`. */
export class RecordingsApi {
  readonly #client: Client<paths>;
  readonly #project: string;

  constructor(project: string, key: string) {
    this.#project = project;
    this.#client = createClient<paths>({
      baseUrl: new URL("..", location.href).href, // the service may be below a path of a proxy
      headers: { Authorization: `Bearer ${key}` },
    });
  }

  async list(limit: number, offset: number): Promise<{ count: number; results: Recording[] }> {
    const params = { path: { project_id: this.#project }, query: { limit, offset } };
    return unwrapResponse(this.#client.GET("/api/projects/{project_id}/session_recordings", { params }));
  }

  /** The places that have snapshots of the recording now. */
  async sources(id: string): Promise<Source[]> {
    const params = { path: { project_id: this.#project, id } };
    const described = await unwrapResponse(this.#client.GET(SNAPSHOTS_PATH, { params }));
    if (typeof described === "string")
      throw new ApiError(200, "The service answers in a form that this page does not know.");
    return described.sources;
  }

  /** The snapshots of one place, as lines of JSON; reading ends when the signal says so. */
  async *lines(id: string, { source, key }: Source, signal: AbortSignal): AsyncGenerator<string> {
    const query = key === null ? { source } : { source, key, redirect: false }; // this page may ask its own host alone
    const params = { path: { project_id: this.#project, id }, query };
    const body = await unwrapResponse(this.#client.GET(SNAPSHOTS_PATH, { params, parseAs: "stream", signal }));
    if (body) yield* readLines(body);
  }
}

const SNAPSHOTS_PATH = "/api/projects/{project_id}/session_recordings/{id}/snapshots";

async function unwrapResponse<T>(asking: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, response } = await asking.catch((error: unknown) => {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(0, "The service cannot be reached. Is it running, and are you online?");
  });
  if (data === undefined) throw new ApiError(response.status, errorMessage(response));
  return data;
}

function errorMessage({ status, headers }: Response): string {
  if (status === 401) return "This is not a personal API key of this service. Such keys begin with phx_.";
  if (status === 403 || status === 404) return "It is not there, or this key's user may not see it.";
  if (status === 429)
    return `Too many requests with this key. Try again in ${headers.get("Retry-After") ?? "60"} seconds.`;
  return `The service cannot answer now (status ${status}). Try again later.`;
}
