import { readFileSync } from "node:fs";
import type { Options, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { COMPLETE_JSON } from "../../lib/documents.ts";

let shape: ValidateFunction | undefined;

/** Returns the validator of `DefinedFlag`. Compiles it, unless a build has done so (`scripts/bundle-service.mjs`). */
export function flagShape(): ValidateFunction {
  shape ??= compileFlagShape(readFileSync(COMPLETE_JSON, "utf8"));
  return shape;
}

/** Finds all faults, and describes them. */
export function compileFlagShape(json: string, options: Options = {}): ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false, validateSchema: false, ...options });
  const validate = ajv.addSchema(JSON.parse(json), "contract").getSchema("contract#/components/schemas/DefinedFlag");
  if (validate === undefined) throw new Error("the contract has no DefinedFlag");
  return validate;
}
