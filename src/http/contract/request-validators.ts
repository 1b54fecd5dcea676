import { readFile } from "node:fs/promises";
import type { ValidateFunction } from "ajv";
import { COMPLETE_JSON } from "./documents.ts";
import { openBackend, requestValidators } from "./open-backend.ts";

/** Returns the validator of an operation's body, if it has one, and that of its parameters, in this order. */
export type RequestValidators = (id: string) => readonly ValidateFunction[];

/**
 * Compiles the validators of the contract. A build replaces this module by one that has them compiled already
 * (`scripts/bundle-service.mjs`), because their compiler takes half of the time of a start, and 30 MB.
 */
export async function loadRequestValidators(): Promise<RequestValidators> {
  return requestValidators(await openBackend(await readFile(COMPLETE_JSON, "utf8")));
}
