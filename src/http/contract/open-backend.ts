import type { Options, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type Document, OpenAPIBackend } from "openapi-backend";
import { EMAIL_ADDRESS } from "../../lib/email-format.ts";

/** Returns the validator of the body, if there is one, and that of the parameters, in this order. */
export type RequestValidators = (id: string) => readonly ValidateFunction[];

/** Compiles the validators of each operation when they are first needed. */
export async function openBackend(json: string, ajvOptions: Options = {}): Promise<OpenAPIBackend> {
  const definition = JSON.parse(json) as Document;
  const shared = new Map<string, Ajv2020>();
  const backend = new OpenAPIBackend({
    definition,
    quick: true,
    coerceTypes: true,
    customizeAjv: (_ajv, options, context) => {
      const name = String(context);
      const ajv = shared.get(name) ?? newAjv({ ...(options as Options), ...ajvOptions, useDefaults: true });
      shared.set(name, ajv);
      return ajv as unknown as typeof _ajv; // an Ajv of JSON Schema 2020-12 in place of one of draft-07
    },
  });
  await backend.init();
  memoizeOperations(backend);
  return backend;
}

export function requestValidators({ validator }: OpenAPIBackend): RequestValidators {
  return (id) => (validator.getRequestValidatorsForOperation(id) ?? []) as ValidateFunction[];
}

/** Does not check the document, which lint does. */
export function newAjv(options: Options): Ajv2020 {
  const ajv = new Ajv2020({ ...options, strict: false, validateSchema: false, discriminator: true, verbose: true });
  addFormats.default(ajv);
  ajv.addFormat("idn-email", EMAIL_ADDRESS);
  return ajv;
}

/** openapi-backend builds its list of operations anew each time that it looks one up. */
function memoizeOperations({ router }: OpenAPIBackend): void {
  const operations = router.getOperations();
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
  router.getOperations = () => operations;
  router.getOperation = (id) => byId.get(id);
}
