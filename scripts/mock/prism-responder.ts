import { createLogger } from "@stoplight/prism-core";
import { createInstance, getHttpOperationsFromSpec, type IHttpRequest, ProblemJsonError } from "@stoplight/prism-http";
import { problem } from "../../src/problem.ts";
import { unusablePreference } from "./prefer-header.ts";
import type { MockRequest, ResponseChoice } from "./response-choice.ts";

export interface MockResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: unknown;
}

/** Answers a request of the contract. Throws a `Problem` if the request violates the contract. */
export type PrismResponder = (request: MockRequest, choice: ResponseChoice) => Promise<MockResponse>;

/** Creates a responder that runs Prism in this process on a bundled document. */
export async function createPrismResponder(documentFile: string): Promise<PrismResponder> {
  const operations = await getHttpOperationsFromSpec(documentFile);
  const rules = { checkSecurity: true, validateRequest: true, validateResponse: true, errors: false };
  const base = { isProxy: false as const, upstreamProxy: undefined, ...rules };
  const logger = createLogger("mock", { level: "silent" });
  const prism = createInstance({ ...base, mock: { dynamic: false } }, { logger });

  return async (request, choice) => {
    const result = await prism.request(toPrismRequest(request), operations, {
      ...base,
      mock: { dynamic: false, ...choice },
    })();
    if (result._tag === "Left") throw toProblem(result.left);
    const { output, validations } = result.right;
    const violation = validations.input.find(({ severity }) => severity === 0);
    if (output.statusCode === 400 && violation && choice.code === undefined) throw violationProblem(violation);
    return { status: output.statusCode, headers: output.headers ?? {}, body: output.body };
  };
}

function toPrismRequest({ operation, path, query, headers, body }: MockRequest): IHttpRequest {
  const { accept: _, ...others } = headers; // the service ignores unsupported media types in Accept
  const names = [...new Set(query.keys())];
  const values = names.map((name) => [name, query.getAll(name)] as const);
  return {
    method: operation.method.toLowerCase() as IHttpRequest["method"],
    url: {
      // Prism matches the exact form of the document, with or without the trailing slash.
      path: path.replace(/\/$/, "") + (operation.path.endsWith("/") ? "/" : ""),
      query: Object.fromEntries(values.map(([name, all]) => [name, all.length > 1 ? all : (all[0] ?? "")])),
    },
    headers: others,
    body,
  };
}

/** Keeps Prism's message if it found no response for the preference. */
function toProblem(error: Error): Error {
  return error instanceof ProblemJsonError && error.status < 500 ? unusablePreference(error.detail) : error;
}

interface Violation {
  readonly path?: readonly (string | number)[];
  readonly code?: string | number;
  readonly message: string;
}

/** Returns the documented error for this violation, because the example may name another field. */
function violationProblem({ path = [], code, message }: Violation): Error {
  const missing = /required property '(.+)'/.exec(message)?.[1];
  const attr = [...path.slice(1), ...(missing === undefined ? [] : [missing])].join("__");
  const parts = { detail: `${message}.`, ...(attr === "" ? {} : { attr }) };
  return problem(code === "required" ? "required" : "invalid_input", parts);
}
