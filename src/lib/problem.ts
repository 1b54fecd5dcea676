/** The error codes of the contract with their default texts. The contract says the status of each. */
export const PROBLEMS = {
  required: "This field is required.",
  null: "This field may not be null.",
  blank: "This field may not be blank.",
  invalid_input: "This value is not valid.",
  unique: "This value is already in use.",
  max_length: "This value is too long.",
  parse_error: "The request body is not valid JSON in UTF-8.",
  invalid_project: "The project to associate the events with cannot be determined: add a valid project_id.",
  invalid_api_key: "The project API key is invalid. The first start printed it; `sightline keys list` shows it too.",
  invalid_personal_api_key: "The personal API key is invalid.",
  not_authenticated: "Authentication credentials were not provided.",
  permission_denied: "This key does not permit this.",
  not_found: "Not found.",
  method_not_allowed: "This method is not allowed.",
  request_timeout: "The request arrives too slowly.",
  breaking_change: "Values that are valid could become invalid.",
  conflict: "The resource has changed since.",
  request_too_large: "The request body is too large.",
  unsupported_media_type: "This content type is not supported: send application/json.",
  range_not_satisfiable: "The requested range is outside the file.",
  throttled: "Too many requests with this key. Try again later.",
  headers_too_large: "The headers of the request are too long.",
  fetch_team_fail: "Unable to fetch the project from the database. Try again later.",
  journal_full: "The service cannot accept events now. Try again later.",
  query_engine_failed: "The engine of questions failed while it ran this one. Others are not affected.",
  query_limit_exceeded: "The question takes too much time, memory or space. Ask for less.",
  service_unavailable: "The service is unavailable. Try again later.",
} as const;

export type ProblemCode = keyof typeof PROBLEMS;

interface ProblemParts {
  /** The invalid field, in the contract's terms; nested fields are joined by two underscores. */
  attr?: string | undefined;
  detail?: string | undefined;
  /** Seconds after which a retry makes sense. */
  retryAfter?: number | undefined;
  /** Size of the file in bytes, if a requested range is outside it. */
  size?: number | undefined;
}

export class Problem extends Error {
  readonly code: ProblemCode;
  readonly attr: string | undefined;
  readonly retryAfter: number | undefined;
  readonly size: number | undefined;

  constructor(code: ProblemCode, { attr, detail, retryAfter, size }: ProblemParts = {}) {
    super(detail ?? PROBLEMS[code]);
    this.name = "Problem";
    this.code = code;
    this.attr = attr;
    this.retryAfter = retryAfter;
    this.size = size;
  }
}

export function problem(code: ProblemCode, parts?: ProblemParts): Problem {
  return new Problem(code, parts);
}

/** Says what is wrong with a field. */
export function invalidInput(attr: string, detail: string): Problem {
  return problem("invalid_input", { attr, detail });
}

/** Says what is wrong with the value of a field: the detail begins with its name. */
export function invalidValue(attr: string, what: string): Problem {
  return invalidInput(attr, `${attr} ${what}`);
}

/** Returns what is there. Throws `not_found` for null and undefined. */
export function requireFound<T>(found: T): NonNullable<T> {
  if (found === null || found === undefined) throw problem("not_found");
  return found;
}

/** Returns the problem that `check` throws, or null. Throws any other error. */
export function findProblem(check: () => unknown): Problem | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
