import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { document } from "./contract-document.ts";

const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, addUsedSchema: false });
addFormats.default(ajv);
ajv.addFormat("idn-email", /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/u);
ajv.addSchema(document, "contract");

const compiledValidators = new Map<string, ValidateFunction>();

/** Validates a value with the document's schema at this pointer. Returns up to five errors, as sentences. */
export function schemaErrors(value: unknown, pointer: string): string[] {
  const validate = validatorOf(pointer);
  if (validate(value)) return [];
  return (validate.errors ?? []).slice(0, 5).map(({ instancePath, message, params }) => {
    return `${instancePath || "the body"} ${message} ${JSON.stringify(params)}`;
  });
}

function validatorOf(pointer: string): ValidateFunction {
  const compiled = compiledValidators.get(pointer);
  if (compiled !== undefined) return compiled;
  const validate = ajv.compile({ $ref: `contract${encodeURI(pointer)}` });
  compiledValidators.set(pointer, validate);
  return validate;
}
