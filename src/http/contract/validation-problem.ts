import type { ErrorObject } from "ajv";
import { describeFault } from "../../lib/describe-fault.ts";
import { type Problem, type ProblemCode, problem } from "../../lib/problem.ts";

const CODES: Readonly<Record<string, ProblemCode>> = {
  required: "required",
  minLength: "blank",
  maxLength: "max_length",
  maxItems: "max_length",
  parse: "parse_error",
};

export function validationProblem(errors: readonly Partial<ErrorObject>[]): Problem {
  const fault = mostSpecificError(errors);
  const [location, ...fields] = (fault.instancePath ?? "").slice(1).split("/").map(unescapePointer);
  if (location === "path") return problem("not_found");
  const { missingProperty, additionalProperty, tag } = (fault.params ?? {}) as Readonly<
    Record<string, string | undefined>
  >;
  const named = missingProperty ?? additionalProperty ?? tag;
  if (named !== undefined && named !== "requestBody") fields.push(named);
  const attr = fields.length > 0 ? fields.join("__") : undefined;
  return problem(codeOf(fault), { attr, detail: detailOf(fault, attr) });
}

/** Returns the deepest error, if possible not of the type: wrong alternatives (`anyOf`) fail by type near the root. */
function mostSpecificError(errors: readonly Partial<ErrorObject>[]): Partial<ErrorObject> {
  const single = errors.filter(({ keyword }) => keyword !== "anyOf" && keyword !== "oneOf");
  const depth = ({ instancePath = "" }: Partial<ErrorObject>) => instancePath.split("/").length;
  const ranked = single.toSorted(
    (a, b) => depth(b) - depth(a) || Number(a.keyword === "type") - Number(b.keyword === "type"),
  );
  return ranked[0] ?? errors[0] ?? {};
}

function codeOf(fault: Partial<ErrorObject>): ProblemCode {
  if (fault.keyword === "type" && fault.data === null) return "null";
  return CODES[fault.keyword ?? ""] ?? "invalid_input";
}

function detailOf(fault: Partial<ErrorObject>, attr: string | undefined): string | undefined {
  if (fault.keyword === "parse" || fault.keyword === "required") return undefined;
  return `${attr ?? "The body"} ${describeFault(fault)}.`;
}

function unescapePointer(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}
