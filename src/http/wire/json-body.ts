import { problem } from "../../problem.ts";
import { MAX_DEPTH, parseJson } from "../../values/parse-json.ts";

/** The value of a request's JSON. Throws `parse_error`, and `invalid_input` for one that is too deep. */
export function parseJsonBody(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes);
  } catch (error) {
    if (error instanceof RangeError) {
      throw problem("invalid_input", { detail: `Objects and arrays may be ${MAX_DEPTH} deep in one another.` });
    }
    throw problem("parse_error");
  }
}
