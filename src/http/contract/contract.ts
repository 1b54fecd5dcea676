import { problem } from "../../lib/problem.ts";
import type { RequestValidators } from "./open-backend.ts";
import type { AliasId, OperationId } from "./operation-types.ts";
import type { ReplyShapes } from "./reply-shapes.ts";
import { loadRequestValidators } from "./request-validators.ts";
import type { ContractOperation, Route } from "./routes.ts";
import { validationProblem } from "./validation-problem.ts";

export type Contract = ReturnType<typeof newContract>;

export async function loadContract({ validatesReplies = false } = {}): Promise<Contract> {
  const contract = newContract(await loadRequestValidators(), null);
  if (validatesReplies) await contract.loadReplies();
  return contract;
}

export async function contractOf(json: string): Promise<Contract> {
  const { openBackend, requestValidators } = await import("./open-backend.ts");
  const { replyShapesOf } = await import("./reply-shapes.ts");
  return newContract(requestValidators(await openBackend(json)), replyShapesOf(json));
}

function newContract(validatorsOf: RequestValidators, shapes: ReplyShapes | null) {
  let replies = shapes;
  return {
    async loadReplies(): Promise<void> {
      if (replies) return;
      const { loadReplyShapes } = await import("./reply-shapes.ts");
      replies = await loadReplyShapes();
    },
    /** Throws the `Problem` of a body that is not allowed. */
    checkBody(id: OperationId, body: unknown): void {
      const [validate] = validatorsOf(id);
      if (validate && !validate({ requestBody: body })) throw validationProblem(validate.errors ?? []);
    },
    /** Returns declared parameters with types and defaults. Throws the `Problem` of a wrong query or path. */
    readQuery({ operation, params }: Route, queryString: string): Record<string, unknown> {
      const query = parseQuery(operation, queryString);
      const validate = validatorsOf(operation.id).at(-1);
      const parameters = { path: params, query, header: {}, cookie: {} };
      if (validate && !validate(parameters)) throw validationProblem(validate.errors ?? []);
      return query;
    },
    /** Returns where a reply differs; empty if it conforms. `undefined` is JSON that is not looked at. */
    validateReply(id: OperationId | AliasId, status: number, type: string | null, body: unknown): string[] {
      if (!replies) throw new Error("The contract is loaded without the shapes of replies.");
      const shape = replies(id, status);
      if (!shape) return [`status ${status} is not documented`];
      const { types, validate } = shape;
      if (type === null)
        return types.length === 0 ? [] : [`a reply of ${types.join(" or ")} is documented, not an empty one`];
      if (!types.includes(type)) return [`content type ${type} is not documented`];
      if (type !== "application/json" || body === undefined || !validate || validate(body)) return [];
      return (validate.errors ?? []).map((error) => `${error.instancePath || "the body"} ${error.message}`);
    },
  };
}

const INTEGER = /^-?\d+$/;
/** Filters and orders that other lists have, or those of PostHog: if a list ignored one, its answer would mislead. */
const FILTERS = new Set(
  `active activities after before client cohort created_by cursor date_from date_to distinct_id email end_date
  event favorited filters group_key group_type_index groups has_errors ids is_system item_id item_ids min_duration
  offset order orderBy order_by order_direction ordering page page_size person_email person_id person_uuid pinned
  properties q query reason saved scope scopes search select session_ids short_id sort start_date status tags type
  user was_impersonated where`.split(/\s+/),
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
    const isDefault = value === "" || (attr === "offset" && value === "0") || (attr === "page" && value === "1");
    if (isDefault || !FILTERS.has(attr) || Object.hasOwn(declared, attr)) continue;
    throw problem("invalid_input", { attr, detail: `${attr} is not a parameter of this list.` });
  }
}
