import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ValidateFunction } from "ajv";
import type { operations } from "../../generated/sandbox.ts";
import { SANDBOX_JSON } from "../http/contract/documents.ts";
import { openBackend } from "../http/contract/open-backend.ts";
import { validationProblem } from "../http/contract/validation-problem.ts";
import { renderError } from "../http/render-error.ts";
import { problem } from "../values/problem.ts";
import type { ArrivedEvents } from "./arrived-events.ts";

const PREFIX = "/_sandbox/";
const DOCUMENT_PATH = `${PREFIX}openapi.json`;

interface SandboxPorts {
  readonly arrived: ArrivedEvents;
  /** Restores the seeded state. */
  readonly reset: () => Promise<unknown>;
  /** Aborts when the sandbox ends. */
  readonly signal: AbortSignal;
}

interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string;
}

type ListQuery = Required<NonNullable<operations["sandbox_events_list"]["parameters"]["query"]>>;

/** Returns whether the path belongs to the sandbox and not to the service. */
export function isSandboxPath(path: string): boolean {
  return path.startsWith(PREFIX);
}

/** Returns the function that answers what `openapi/sandbox.yaml` describes; that document is served too. */
export async function sandboxOperations({ arrived, reset, signal }: SandboxPorts) {
  const document = await readFile(SANDBOX_JSON, "utf8");
  const backend = await openBackend(document);
  const handlers: Readonly<Record<keyof operations, (query: unknown) => Promise<Reply>>> = {
    async sandbox_events_list(query) {
      const { after, wait } = query as ListQuery;
      const end = AbortSignal.any([signal, AbortSignal.timeout(wait * 1000)]);
      return { status: 200, body: `{"results":[${(await arrived.list(after, end)).join(",")}]}` };
    },
    async sandbox_reset() {
      if (signal.aborted) throw problem("service_unavailable");
      await reset();
      return { status: 204 };
    },
  };

  const answer = async (method: string, path: string, queryString: string): Promise<Reply> => {
    if (path === DOCUMENT_PATH && method === "GET") return { status: 200, body: document };
    const onPath = backend.router.getOperations().filter((operation) => operation.path === path);
    const operation = onPath.find((operation) => operation.method === method.toLowerCase());
    if (onPath.length === 0) throw problem("not_found");
    if (!operation) throw problem("method_not_allowed");
    const id = operation.operationId as keyof operations;
    const query = Object.fromEntries(new URLSearchParams(queryString));
    const [validate] = backend.validator.getRequestValidatorsForOperation(id) as ValidateFunction[];
    const parameters = { path: {}, query, header: {}, cookie: {} };
    if (validate && !validate(parameters)) throw validationProblem(validate.errors ?? []);
    const reply = await handlers[id](query);
    const { errors } = backend.validateResponse(JSON.parse(reply.body ?? "null"), id, reply.status);
    if (reply.body !== undefined && errors) throw new Error(`${id}: ${JSON.stringify(errors)}`);
    return reply;
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = "", queryString = ""] = (request.url ?? "").split("?", 2);
    request.resume(); // a body has no meaning
    const reply = await answer(request.method ?? "", path, queryString).catch((error: unknown): Reply => {
      const { body, ...rest } = renderError(error);
      return { ...rest, body: JSON.stringify(body) };
    });
    const type = reply.body === undefined ? {} : { "Content-Type": "application/json; charset=utf-8" };
    response.writeHead(reply.status, { "X-Request-Id": randomUUID(), ...type, ...reply.headers });
    response.end(reply.body);
  };
}
