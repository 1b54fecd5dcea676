import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { document } from "./contract-document.ts";

const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, addUsedSchema: false });
addFormats.default(ajv);
ajv.addSchema(document, "contract");

const compiledValidators = new Map<string, ValidateFunction>();

/** What is wrong with a value by the document's schema at this pointer: a sentence for each fault. */
export function schemaErrors(value: unknown, pointer: string): string[] {
  const validate = validatorOf(pointer);
  if (validate(value)) return [];
  return (validate.errors ?? []).slice(0, 5).map(({ instancePath, message, params }) => {
    return `${instancePath || "the body"} ${message} ${JSON.stringify(params)}`;
  });
}

function validatorOf(pointer: string): ValidateFunction {
  const known = compiledValidators.get(pointer);
  if (known !== undefined) return known;
  const validate = ajv.compile({ $ref: `contract${encodeURI(pointer)}` });
  compiledValidators.set(pointer, validate);
  return validate;
}
