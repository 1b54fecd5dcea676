import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "../../generated/openapi.ts";
import { readLines } from "./read-lines.ts";

export type Recording = components["schemas"]["SessionRecording"];
export type Source = components["schemas"]["SnapshotSource"];

/** A request to the service failed. The message is for the user. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Client of the recordings API for one project. Holds the key. Every method throws `ApiError`. */
export class RecordingsApi {
  readonly #client: Client<paths>;
  readonly #project: string;

  constructor(project: string, key: string) {
    this.#project = project;
    this.#client = createClient<paths>({
      baseUrl: new URL("..", location.href).href, // a proxy may serve the API under a path prefix
      headers: { Authorization: `Bearer ${key}` },
    });
  }

  async list(limit: number, offset: number): Promise<{ count: number; results: Recording[] }> {
    const params = { path: { project_id: this.#project }, query: { limit, offset } };
    return unwrapResponse(this.#client.GET("/api/projects/{project_id}/session_recordings", { params }));
  }

  /** Returns the sources that have snapshots of the recording at present. */
  async sources(id: string): Promise<Source[]> {
    const params = { path: { project_id: this.#project, id } };
    const response = await unwrapResponse(this.#client.GET(SNAPSHOTS_PATH, { params }));
    if (typeof response === "string") throw new ApiError(200, "The response of the service has an unknown format.");
    return response.sources;
  }

  /** Iterates over the snapshots of one source as lines of JSON, until the signal aborts. */
  async *lines(id: string, { source, key }: Source, signal: AbortSignal): AsyncGenerator<string> {
    // The policy of the page forbids redirects to another host.
    const query = key === null ? { source } : { source, key, redirect: false };
    const params = { path: { project_id: this.#project, id }, query };
    const body = await unwrapResponse(this.#client.GET(SNAPSHOTS_PATH, { params, parseAs: "stream", signal }));
    if (body) yield* readLines(body);
  }
}

const SNAPSHOTS_PATH = "/api/projects/{project_id}/session_recordings/{id}/snapshots";

async function unwrapResponse<T>(request: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, response } = await request.catch((error: unknown) => {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(0, "The service cannot be reached. Is it running, and are you online?");
  });
  if (data === undefined) throw new ApiError(response.status, errorMessage(response));
  return data;
}

function errorMessage({ status, headers }: Response): string {
  if (status === 401) return "This is not a personal API key of this service. Such keys begin with phx_.";
  if (status === 403 || status === 404) return "Not found, or the user of this key may not see it.";
  if (status === 429)
    return `Too many requests with this key. Try again in ${headers.get("Retry-After") ?? "60"} seconds.`;
  return `The service cannot answer now (status ${status}). Try again later.`;
}
