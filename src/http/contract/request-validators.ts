import { readFile } from "node:fs/promises";
import { COMPLETE_JSON } from "../../lib/documents.ts";
import { once } from "../../lib/threads/retry.ts";
import { openBackend, type RequestValidators, requestValidators } from "./open-backend.ts";

/** Compiles validators, unless a build has done so (`scripts/bundle-service.mjs`): it takes half a start, and 30 MB. */
export const loadRequestValidators: () => Promise<RequestValidators> = once(async () =>
  requestValidators(await openBackend(await readFile(COMPLETE_JSON, "utf8"))),
);
