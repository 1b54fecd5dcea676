import { Problem, problem } from "../../lib/problem.ts";

const TOO_LATE = "The question takes too long: ask for a shorter time, or for less.";
const LIMITS: Readonly<Record<string, string>> = {
  INTERRUPT: TOO_LATE,
  "Out of Memory": "The question takes too much memory: ask for a shorter time, or for less.",
};
const FAULTS = /^(IO|Permission|FATAL|Serialization|Connection|Settings|HTTP)$/;
const FATAL = /^(INTERNAL|FATAL) Error: /;

/** Returns whether DuckDB takes no more questions after this error: the database has to be opened again. */
export function isFatal(error: unknown): boolean {
  return error instanceof Error && FATAL.test(error.message);
}

/** Returns whether a file could not be read, perhaps because it is gone. */
export function isFileFault(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("IO Error: ");
}

export function tooLate(): Problem {
  return problem("query_limit_exceeded", { detail: TOO_LATE });
}

/** Returns the error to report. It may quote a client's SQL, but no path of the service. */
export function toProblem(error: unknown, isForeign: boolean): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error;
  const [, kind = "", text = error.message] = /^([A-Za-z ]+?) Error: ([\s\S]*)$/.exec(error.message) ?? [];
  const limit = LIMITS[kind];
  if (limit !== undefined) return problem("query_limit_exceeded", { detail: limit });
  const [sentence = ""] = text.split("\n");
  // In SQL of the service, only a client's value can be invalid, such as a regular expression.
  if (!isForeign && kind === "Invalid Input") return problem("invalid_input", { detail: sentence.slice(0, 500) });
  if (!isForeign || FAULTS.test(kind)) return error;
  if (kind === "INTERNAL") {
    const detail = "DuckDB has a fault with this SQL: write it in another way.";
    return problem("invalid_input", { attr: "query__query", detail });
  }
  return problem("invalid_input", { attr: "query__query", detail: sentence.slice(0, 500) });
}
