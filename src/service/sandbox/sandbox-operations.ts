import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { OpenAPIBackend, Operation, Request } from "openapi-backend";
import type { operations } from "../../../generated/sandbox.ts";
import { openBackend, requestValidators } from "../../http/contract/open-backend.ts";
import { validationProblem } from "../../http/contract/validation-problem.ts";
import { newBodyMemory } from "../../http/decode/body-memory.ts";
import { readBody, requirePlainJson } from "../../http/decode/read-body.ts";
import { SANDBOX_JSON } from "../../lib/documents.ts";
import { parseJsonText } from "../../lib/json/parse-json-text.ts";
import { problem, requireFound } from "../../lib/problem.ts";
import type { ArmedFailures, DocumentedResponses, Failure } from "./documented-failures.ts";
import { type JsonText, sendError, sendReply } from "./send-reply.ts";

const PREFIX = "/_sandbox/";
const DOCUMENT_PATH = `${PREFIX}openapi.json`;
const BODY_LIMITS = { limit: 20 * 1024 * 1024, memory: newBodyMemory(Number.POSITIVE_INFINITY) };

/** A request that is valid by `openapi/sandbox.yaml`. */
export interface SandboxRequest {
  readonly tenant: string | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
}

/** Handlers of operations. One without a handler does not exist. */
export type SandboxHandlers = {
  readonly [Id in keyof operations]?: (request: SandboxRequest) => Promise<JsonText>;
};

export type SandboxDocument = Awaited<ReturnType<typeof openSandboxDocument>>;

export function isSandboxPath(path: string): boolean {
  return path.startsWith(PREFIX);
}

export async function openSandboxDocument() {
  const json = await readFile(SANDBOX_JSON, "utf8");
  return { json, backend: await openBackend(json) };
}

/** Answers a request of what `openapi/sandbox.yaml` describes; that document is served too. */
export async function answerSandbox(
  request: IncomingMessage,
  response: ServerResponse,
  document: SandboxDocument,
  handlers: SandboxHandlers,
): Promise<void> {
  try {
    sendReply(request, response, await answer(request, document, handlers));
  } catch (error) {
    sendError(request, response, error, null);
  }
}

async function answer(request: IncomingMessage, { json, backend }: SandboxDocument, handlers: SandboxHandlers) {
  const { method = "", url = "", headers } = request;
  const [path = "", queryString = ""] = url.split("?", 2);
  if (path === DOCUMENT_PATH && method === "GET") return { status: 200, body: json };
  const operation = matchOperation({ method, path, headers: {} }, backend);
  const id = operation.operationId as keyof operations;
  const handle = requireFound(handlers[id]);
  const params = backend.router.parseRequest({ method, path, headers: {} }, operation).params as Record<string, string>;
  const query = Object.fromEntries(new URLSearchParams(queryString));
  const body = "requestBody" in operation ? await readJson(request) : undefined;
  const validators = requestValidators(backend)(id);
  const parts = { requestBody: body, path: params, query, header: {}, cookie: {} };
  for (const validate of validators) if (!validate(parts)) throw validationProblem(validate.errors ?? []);
  const tenant = headers["x-sandbox-tenant"];
  const reply = await handle({ tenant: tenant && String(tenant), params, query, body });
  const { errors } = backend.validateResponse(JSON.parse(reply.body ?? "null"), id, reply.status);
  if (reply.body !== undefined && errors) throw new Error(`${id}: ${JSON.stringify(errors)}`);
  return reply;
}

function matchOperation(request: Request, { router }: OpenAPIBackend): Operation {
  try {
    return router.matchOperation(request, true);
  } catch (error) {
    throw problem((error as Error).message.startsWith("405") ? "method_not_allowed" : "not_found");
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBody(request, BODY_LIMITS);
  if (bytes.byteLength === 0) return {};
  requirePlainJson(request.headers);
  try {
    return parseJsonText(Buffer.from(bytes).toString());
  } catch {
    throw problem("parse_error");
  }
}

/** Creates handlers that answer with failures, for a sandbox and for the mock. */
export function failureHandlers(
  failuresOf: (request: SandboxRequest) => Promise<ArmedFailures>,
  documented: DocumentedResponses,
) {
  return {
    async sandbox_failures_list(request) {
      return { status: 200, body: JSON.stringify({ results: (await failuresOf(request)).list() }) };
    },
    async sandbox_failures_create(request) {
      const failure = request.body as Failure;
      documented.checkAny(failure, (part) => part);
      (await failuresOf(request)).add(failure);
      return { status: 201, body: JSON.stringify(failure) };
    },
    async sandbox_failures_destroy(request) {
      (await failuresOf(request)).clear();
      return { status: 204 };
    },
  } satisfies SandboxHandlers;
}
