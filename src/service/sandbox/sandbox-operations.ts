import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { OpenAPIBackend } from "openapi-backend";
import type { operations } from "../../../generated/sandbox.ts";
import { SANDBOX_JSON } from "../../http/contract/documents.ts";
import { openBackend, requestValidators } from "../../http/contract/open-backend.ts";
import { validationProblem } from "../../http/contract/validation-problem.ts";
import { BodyMemory } from "../../http/decode/body-memory.ts";
import { readBody, requirePlainJson } from "../../http/decode/read-body.ts";
import { parseJsonText } from "../../lib/json/parse-json-text.ts";
import { problem } from "../../lib/problem.ts";
import { type JsonText, sendError, sendReply } from "./send-reply.ts";

const PREFIX = "/_sandbox/";
const DOCUMENT_PATH = `${PREFIX}openapi.json`;
const BODY_LIMITS = { limit: 20 * 1024 * 1024, memory: new BodyMemory(Number.POSITIVE_INFINITY) };

/** A request that is valid by `openapi/sandbox.yaml`. */
export interface SandboxRequest {
  /** The name in the header `X-Sandbox-Tenant`. */
  readonly tenant: string | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
}

/** Handlers of operations. One without a handler does not exist. */
export type SandboxHandlers = {
  readonly [Id in keyof operations]?: (request: SandboxRequest) => Promise<JsonText>;
};

export interface SandboxDocument {
  readonly json: string;
  readonly backend: OpenAPIBackend;
}

export function isSandboxPath(path: string): boolean {
  return path.startsWith(PREFIX);
}

export async function openSandboxDocument(): Promise<SandboxDocument> {
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

async function answer(
  request: IncomingMessage,
  { json, backend }: SandboxDocument,
  handlers: SandboxHandlers,
): Promise<JsonText> {
  const { method = "", url = "", headers } = request;
  const [path = "", queryString = ""] = url.split("?", 2);
  if (path === DOCUMENT_PATH && method === "GET") return { status: 200, body: json };
  const onPath = backend.router.getOperations().flatMap((operation) => {
    const params = matchPath(operation.path, path);
    const id = operation.operationId as keyof operations;
    return params && id in handlers
      ? [{ id, params, method: operation.method, hasBody: "requestBody" in operation }]
      : [];
  });
  const operation = onPath.find((operation) => operation.method === method.toLowerCase());
  if (onPath.length === 0) throw problem("not_found");
  if (!operation) throw problem("method_not_allowed");
  const { id, params, hasBody } = operation;
  const query = Object.fromEntries(new URLSearchParams(queryString));
  const body = hasBody ? await readJson(request) : undefined;
  const validators = requestValidators(backend)(id);
  const parts = { requestBody: body, path: params, query, header: {}, cookie: {} };
  for (const validate of validators) if (!validate(parts)) throw validationProblem(validate.errors ?? []);
  const tenant = headers["x-sandbox-tenant"];
  const reply = await handlers[id]?.({ tenant: tenant && String(tenant), params, query, body });
  if (!reply) throw problem("not_found");
  const { errors } = backend.validateResponse(JSON.parse(reply.body ?? "null"), id, reply.status);
  if (reply.body !== undefined && errors) throw new Error(`${id}: ${JSON.stringify(errors)}`);
  return reply;
}

function matchPath(pattern: string, path: string): Record<string, string> | null {
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const found = new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, "([^/]+)")}$`).exec(path);
  return found && Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? ""]));
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
