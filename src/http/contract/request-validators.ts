import { readFile } from "node:fs/promises";
import { COMPLETE_JSON } from "./documents.ts";
import { openBackend, type RequestValidators, requestValidators } from "./open-backend.ts";

/**
 * Compiles the validators of the contract. A build replaces this module by one that has them compiled already
 * (`scripts/bundle-service.mjs`), because their compiler takes half of the time of a start, and 30 MB.
 */
export async function loadRequestValidators(): Promise<RequestValidators> {
  return requestValidators(await openBackend(await readFile(COMPLETE_JSON, "utf8")));
}
