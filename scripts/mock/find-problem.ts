import { type Problem, problem } from "../../src/lib/problem.ts";

/** A reply of Prism, or of the mock. */
export interface MockReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

interface Violation {
  /** For example `["request", "body", "target_email"]`. */
  readonly location: readonly string[];
  readonly severity: string;
  readonly code?: string | number;
  readonly message: string;
}

/**
 * Returns the error for what Prism refused in a shape of its own, or with an example that may name another field than
 * the one at fault; null if its reply is the right one.
 */
export function findProblem({ status, headers, text }: MockReply, prefer = ""): Problem | null {
  if (headers["content-type"] === "application/problem+json" && (status < 500 || prefer !== "")) {
    const detail = String(JSON.parse(text).detail || "The document has no such response.");
    return problem("invalid_input", { attr: "Prefer", detail });
  }
  const fault = status === 400 && !prefer.includes("code=") ? firstViolation(headers["sl-violations"]) : undefined;
  if (fault === undefined) return null;
  const missing = /required property '(.+)'/.exec(fault.message)?.[1];
  const attr = [...fault.location.slice(2), missing ?? []].flat().join("__");
  const parts = { detail: `${fault.message}.`, ...(attr === "" ? {} : { attr }) };
  return problem(fault.code === "required" ? "required" : "invalid_input", parts);
}

function firstViolation(json = "[]"): Violation | undefined {
  if (!json.startsWith("[")) return undefined; // Prism has cut it short
  return (JSON.parse(json) as readonly Violation[]).find(({ severity }) => severity === "Error");
}
