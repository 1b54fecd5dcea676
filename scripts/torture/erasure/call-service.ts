import { setTimeout as sleep } from "node:timers/promises";
import { decodeBody, exchange, type RawRequest } from "../../../contract-tests/client/exchange.ts";
import type { Project } from "../cluster/test-cluster.ts";

export interface ServiceAnswer {
  readonly status: number;
  /** The JSON of the body; null if there is none. */
  readonly body: unknown;
}

const TIMEOUT_MS = 180_000;
const RETRY_INTERVAL_MS = 50;

/** Calls the private interface of a node with the project's personal key, below `/api/projects/{id}/`. */
export function callProject(
  base: string,
  { id, personalApiKey }: Project,
  method: string,
  path: string,
  body?: object,
): Promise<ServiceAnswer> {
  const headers = { authorization: `Bearer ${personalApiKey}`, accept: "application/json" };
  const request = { method, path: `/api/projects/${id}/${path}`, headers };
  return callUntilAnswered(base, body ? jsonRequest(request, JSON.stringify(body)) : request);
}

/**
 * Posts JSON to a node until it is answered with 200, and returns the answer's body. The events in it must have uuids,
 * as it may arrive twice.
 */
export async function post(
  base: string,
  path: string,
  sent: object,
  toJson: (value: object) => string = JSON.stringify,
): Promise<unknown> {
  const { status, body } = await callUntilAnswered(base, jsonRequest({ method: "POST", path }, toJson(sent)));
  if (status !== 200) throw new Error(`${path} was answered with ${status}: ${JSON.stringify(body)}`);
  return body;
}

function jsonRequest(request: RawRequest, body: string): RawRequest {
  return { ...request, headers: { ...request.headers, "content-type": "application/json" }, body };
}

/** Repeats a request that is not answered, or with 503: nodes are being killed. Throws after three minutes. */
export async function callUntilAnswered(base: string, request: RawRequest): Promise<ServiceAnswer> {
  for (const end = Date.now() + TIMEOUT_MS; ; await sleep(RETRY_INTERVAL_MS)) {
    const response = await exchange(base, request).catch((error: Error) => error);
    if (!(response instanceof Error) && response.status !== 503) {
      const text = decodeBody(response);
      return { status: response.status, body: text === "" ? null : JSON.parse(text) };
    }
    if (Date.now() > end) throw response instanceof Error ? response : new Error(decodeBody(response));
  }
}
