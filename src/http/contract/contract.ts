import { readFile } from "node:fs/promises";
import type { ErrorObject, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type Context, type Document, OpenAPIBackend, type Operation } from "openapi-backend";
import type { AliasId, OperationId, PublicOperationId } from "./operation.ts";
import { type Match, Routes } from "./routes.ts";
import { validationProblem } from "./validation-problem.ts";

/** The bundled document, as `npm run generate` writes it. */
export const DOCUMENT_JSON = new URL("../../../generated/openapi.json", import.meta.url);
export const DOCUMENT_YAML = new URL("../../../generated/openapi.yaml", import.meta.url);

export interface ContractOperation {
  readonly id: OperationId | AliasId;
  /** Which operation it is at another path, if it is one: the extension `x-alias-of`. */
  readonly aliasOf: PublicOperationId | undefined;
  readonly hasBody: boolean;
  /** Whether a request needs no key in its header: it needs none at all, or has it in its body. */
  readonly isPublic: boolean;
  /** The query parameters that the contract knows, and whether each is a whole number; others are passed over. */
  readonly query: ReadonlyMap<string, boolean>;
  readonly operation: Operation;
}

/** The OpenAPI document at work: its routes, and the validators that openapi-backend compiles from it. */
export class Contract {
  readonly backend: OpenAPIBackend;
  readonly operations: readonly ContractOperation[];
  readonly #routes = new Routes<ContractOperation>();

  private constructor(backend: OpenAPIBackend) {
    this.backend = backend;
    const documented = backend.router.getOperations();
    this.operations = documented.map(describeOperation);
    for (const { operation, ...rest } of this.operations) {
      this.#routes.add(operation.method, operation.path, { operation, ...rest });
    }
    overrideRouter(backend, documented, (method, path) => this.match(method, path));
  }

  static async load(): Promise<Contract> {
    const definition = JSON.parse(await readFile(DOCUMENT_JSON, "utf8")) as Document;
    const shared = new Map<string, Ajv2020>();
    const backend = new OpenAPIBackend({
      definition,
      quick: true,
      strict: true,
      coerceTypes: true,
      customizeAjv: (_ajv, options, context) => {
        const name = String(context);
        const ajv = shared.get(name) ?? newAjv(options as object);
        shared.set(name, ajv);
        return ajv as never;
      },
    });
    await backend.init();
    return new Contract(backend);
  }

  match(method: string, path: string): Match<ContractOperation> {
    return this.#routes.match(method, path);
  }

  /** Throws the `Problem` of a body that the operation does not allow. */
  checkBody(id: OperationId, body: unknown): void {
    const [validate] = this.#validators(id);
    if (validate && !validate({ requestBody: body })) throw validationProblem(validate.errors ?? []);
  }

  /** The query as the operation declares it, with its defaults. Throws the `Problem` of one that it does not allow. */
  readQuery(id: OperationId | AliasId, query: Record<string, unknown>): Record<string, unknown> {
    const validate = this.#validators(id).at(-1);
    const parameters = { path: {}, query, header: {}, cookie: {} };
    if (validate && !validate(parameters)) throw validationProblem(validate.errors ?? []);
    return query;
  }

  /** What an answer lacks to be one that the contract describes; empty where it lacks nothing. */
  validateReply(id: OperationId | AliasId, status: number, type: string | null, body: unknown): string[] {
    const responses = this.backend.getOperation(id)?.responses as Record<string, { content?: Record<string, unknown> }>;
    const response = responses[String(status)];
    if (!response) return [`status ${status} is not documented`];
    const types = Object.keys(response.content ?? {});
    if (type === null)
      return types.length === 0 ? [] : [`an answer of ${types.join(" or ")} is documented, not an empty one`];
    if (!types.includes(type)) return [`content type ${type} is not documented`];
    if (type !== "application/json") return [];
    const { errors } = this.backend.validateResponse(body, id, status);
    return (errors ?? []).map((error: ErrorObject) => `${error.instancePath || "the body"} ${error.message}`);
  }

  #validators(id: OperationId | AliasId): ValidateFunction[] {
    return (this.backend.validator.getRequestValidatorsForOperation(id) ?? []) as ValidateFunction[];
  }
}

function newAjv(options: object): Ajv2020 {
  const ajv = new Ajv2020({ ...options, strict: false, useDefaults: true, verbose: true });
  addFormats.default(ajv);
  return ajv;
}

function describeOperation(operation: Operation): ContractOperation {
  const parameters = (operation.parameters ?? []) as { in: string; name: string; schema?: { type?: unknown } }[];
  const security = operation.security ?? [];
  return {
    id: operation.operationId as OperationId | AliasId,
    aliasOf: (operation as { "x-alias-of"?: PublicOperationId })["x-alias-of"],
    hasBody: operation.requestBody !== undefined,
    isPublic: security.length === 0 || security.some((requirement) => Object.keys(requirement).length === 0),
    query: new Map(
      parameters
        .filter((parameter) => parameter.in === "query")
        .map(({ name, schema }) => [name, schema?.type === "integer"]),
    ),
    operation,
  };
}

/** openapi-backend rebuilds its list of operations and compiles every path anew for each request; here both are done once. */
function overrideRouter(
  backend: OpenAPIBackend,
  documented: Operation[],
  match: (method: string, path: string) => Match<ContractOperation>,
): void {
  const byId = new Map(documented.map((operation) => [operation.operationId, operation]));
  backend.router.getOperations = () => documented;
  backend.router.getOperation = (id) => byId.get(id);
  backend.router.matchOperation = ((request: Context["request"]) => {
    const found = match(request.method.toUpperCase(), request.path);
    if (found && "found" in found) return found.found.operation;
    throw new Error("404-notFound: the request was matched before");
  }) as typeof backend.router.matchOperation;
}
