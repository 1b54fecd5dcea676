import { readFile } from "node:fs/promises";
import type { ErrorObject } from "ajv";
import type { OpenAPIBackend } from "openapi-backend";
import { problem } from "../../lib/problem.ts";
import { COMPLETE_JSON } from "./documents.ts";
import type { RequestValidators } from "./open-backend.ts";
import type { AliasId, OperationId } from "./operation-types.ts";
import { loadRequestValidators } from "./request-validators.ts";
import type { ContractOperation, Route } from "./routes.ts";
import { validationProblem } from "./validation-problem.ts";

export class Contract {
  readonly #validators: RequestValidators;
  readonly #backend: OpenAPIBackend | null;

  private constructor(validators: RequestValidators, backend: OpenAPIBackend | null) {
    this.#validators = validators;
    this.#backend = backend;
  }

  /** Loads validators of replies only if wanted: they take 30 MB. */
  static async load({ validatesReplies = false } = {}): Promise<Contract> {
    const backend = validatesReplies ? await openCompleteBackend() : null;
    return new Contract(await loadRequestValidators(), backend);
  }

  static async of(json: string): Promise<Contract> {
    const { openBackend, requestValidators } = await import("./open-backend.ts");
    const backend = await openBackend(json);
    return new Contract(requestValidators(backend), backend);
  }

  /** Throws the `Problem` of a body that is not allowed. */
  checkBody(id: OperationId, body: unknown): void {
    const [validate] = this.#validators(id);
    if (validate && !validate({ requestBody: body })) throw validationProblem(validate.errors ?? []);
  }

  /** Returns declared parameters with types and defaults. Throws the `Problem` of a wrong query or path. */
  readQuery({ operation, params }: Route, queryString: string): Record<string, unknown> {
    const query = parseQuery(operation, queryString);
    const validate = this.#validators(operation.id).at(-1);
    const parameters = { path: params, query, header: {}, cookie: {} };
    if (validate && !validate(parameters)) throw validationProblem(validate.errors ?? []);
    return query;
  }

  /** Returns where a reply differs; empty if it conforms. Throws without validators of replies. */
  validateReply(id: OperationId | AliasId, status: number, type: string | null, body: unknown): string[] {
    if (!this.#backend) throw new Error("The contract is loaded without validators of replies.");
    const responses = this.#backend.getOperation(id)?.responses as Record<string, { content?: object }>;
    const response = responses[String(status)];
    if (!response) return [`status ${status} is not documented`];
    const types = Object.keys(response.content ?? {});
    if (type === null)
      return types.length === 0 ? [] : [`a reply of ${types.join(" or ")} is documented, not an empty one`];
    if (!types.includes(type)) return [`content type ${type} is not documented`];
    if (type !== "application/json") return [];
    const { errors } = this.#backend.validateResponse(body, id, status);
    return (errors ?? []).map((error: ErrorObject) => `${error.instancePath || "the body"} ${error.message}`);
  }
}

async function openCompleteBackend(): Promise<OpenAPIBackend> {
  const { openBackend } = await import("./open-backend.ts");
  return openBackend(await readFile(COMPLETE_JSON, "utf8"));
}

const INTEGER = /^-?\d+$/;
/** Filters and orders that other lists have, or those of PostHog: if a list ignored one, its answer would mislead. */
const FILTERS = new Set(
  `active after before cohort created_by cursor date_from date_to distinct_id email event filters group_key groups
  group_type_index has_errors ids min_duration offset order order_by orderBy order_direction ordering person_email
  person_id person_uuid properties q query reason saved search select session_ids short_id sort status tags type user
  where`.split(/\s+/),
);

/** Takes the first repeated value on public operations. Throws `invalid_input` for integers such as 0x10 or 1e1. */
function parseQuery({ query: declared, access }: ContractOperation, queryString: string): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  if (queryString === "") return query;
  const search = new URLSearchParams(queryString);
  for (const [name, { type }] of Object.entries(declared)) {
    const sent = search.getAll(name);
    const values = access === "public" ? sent.slice(0, 1) : sent;
    if (values.length === 0) continue;
    if (type === "integer" && !values.every((value) => INTEGER.test(value))) {
      throw problem("invalid_input", { attr: name, detail: `${name} must be an integer.` });
    }
    query[name] = values.length === 1 && type !== "array" ? values[0] : values;
  }
  if (access === "private" && "limit" in declared) refuseForeignFilters(declared, search);
  return query;
}

function refuseForeignFilters(declared: ContractOperation["query"], search: URLSearchParams): void {
  for (const [attr, value] of search) {
    const isDefault = value === "" || (attr === "offset" && value === "0");
    if (isDefault || !FILTERS.has(attr) || Object.hasOwn(declared, attr)) continue;
    throw problem("invalid_input", { attr, detail: `${attr} is not a parameter of this list.` });
  }
}
