import { readFile } from "node:fs/promises";
import type { ErrorObject, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type Document, OpenAPIBackend } from "openapi-backend";
import { problem } from "../../problem.ts";
import type { AliasId, OperationId } from "./operation-types.ts";
import type { ContractOperation, Route } from "./routes.ts";
import { validationProblem } from "./validation-problem.ts";

/** The bundled document, as `npm run generate` writes it. */
const generated = (name: string) => new URL(`../../../generated/${name}`, import.meta.url);
export const COMPLETE_JSON = generated("complete.json");
export const COMPLETE_YAML = generated("complete.yaml");
export const CLIENT_JSON = generated("openapi.json");
export const CLIENT_YAML = generated("openapi.yaml");
export const SANDBOX_JSON = generated("sandbox.json");

/** Checks requests and replies with the validators that openapi-backend compiles from the contract. */
export class Contract {
  readonly #backend: OpenAPIBackend;

  private constructor(backend: OpenAPIBackend) {
    this.#backend = backend;
  }

  /** Reads the bundled document. */
  static async load(): Promise<Contract> {
    return Contract.of(await readFile(COMPLETE_JSON, "utf8"));
  }

  /** Returns the contract of a bundled document. */
  static async of(json: string): Promise<Contract> {
    return new Contract(await openBackend(json));
  }

  /** Throws the `Problem` of a body that the operation does not allow. */
  checkBody(id: OperationId, body: unknown): void {
    const [validate] = this.#validators(id);
    if (validate && !validate({ requestBody: body })) throw validationProblem(validate.errors ?? []);
  }

  /**
   * Returns the query with the types and defaults that the operation declares; undeclared parameters are ignored.
   * Throws the `Problem` of a query or of path parameters that the operation does not allow.
   */
  readQuery({ operation, params }: Route, queryString: string): Record<string, unknown> {
    const query = parseQuery(operation, queryString);
    const validate = this.#validators(operation.id).at(-1);
    const parameters = { path: params, query, header: {}, cookie: {} };
    if (validate && !validate(parameters)) throw validationProblem(validate.errors ?? []);
    return query;
  }

  /** Returns where a reply differs from the contract; empty if it conforms. */
  validateReply(id: OperationId | AliasId, status: number, type: string | null, body: unknown): string[] {
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

  #validators(id: OperationId | AliasId): ValidateFunction[] {
    return (this.#backend.validator.getRequestValidatorsForOperation(id) ?? []) as ValidateFunction[];
  }
}

/** Returns the validators of a bundled document. Each operation's are compiled when they are first needed. */
export async function openBackend(json: string): Promise<OpenAPIBackend> {
  const definition = JSON.parse(json) as Document;
  const shared = new Map<string, Ajv2020>();
  const backend = new OpenAPIBackend({
    definition,
    quick: true,
    coerceTypes: true,
    customizeAjv: (_ajv, options, context) => {
      const name = String(context);
      const ajv = shared.get(name) ?? newAjv(options as object);
      shared.set(name, ajv);
      return ajv as unknown as typeof _ajv; // an Ajv of JSON Schema 2020-12 in place of one of draft-07
    },
  });
  await backend.init();
  memoizeOperations(backend);
  return backend;
}

const INTEGER = /^-?\d+$/;

/**
 * Parses the declared query parameters: text, or lists of texts. On public operations the first value of a repeated
 * parameter counts. Throws `invalid_input` for an integer in a notation that the validators would accept (0x10, 1e1).
 */
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
  return query;
}

function newAjv(options: object): Ajv2020 {
  const ajv = new Ajv2020({ ...options, strict: false, useDefaults: true, verbose: true });
  addFormats.default(ajv);
  return ajv;
}

/** openapi-backend builds its list of operations anew each time that it looks one up. */
function memoizeOperations({ router }: OpenAPIBackend): void {
  const operations = router.getOperations();
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
  router.getOperations = () => operations;
  router.getOperation = (id) => byId.get(id);
}
