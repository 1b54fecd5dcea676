/** What can be wrong with a request, as the contract names it. `http/` knows which status belongs to each. */
export const PROBLEMS = {
  required: "This field is required.",
  null: "This field may not be null.",
  blank: "This field may not be blank.",
  invalid_input: "This value is not valid.",
  unique: "This value is taken already.",
  max_length: "This value is too long.",
  parse_error: "The request body is not valid JSON in UTF-8.",
  invalid_project: "The project to associate the events with cannot be determined: give a valid project_id.",
  invalid_api_key:
    "The project API key is invalid. You find it in the output of the first start, or with: sightline keys list.",
  invalid_personal_api_key: "The personal API key is invalid.",
  not_authenticated: "Authentication credentials were not provided.",
  permission_denied: "This key may not do that.",
  not_found: "Not found.",
  method_not_allowed: "This method is not allowed here.",
  request_too_large: "The request body is too large.",
  unsupported_media_type: "This content type is not supported: send application/json.",
  range_not_satisfiable: "The file has no such part.",
  throttled: "Too many requests with this key. Try again later.",
  fetch_team_fail: "Unable to fetch the project from the database. Try again later.",
  journal_full: "The service cannot take events now. Try again later.",
  service_unavailable: "The service is not available now. Try again later.",
} as const;

export type ProblemCode = keyof typeof PROBLEMS;

interface ProblemParts {
  /** The field to blame; nested fields joined by two underscores. */
  attr?: string | undefined;
  detail?: string | undefined;
  /** Seconds after which another try makes sense. */
  retryAfter?: number | undefined;
  /** How many bytes there are, where it is about a part of them. */
  size?: number | undefined;
}

/** A refusal that the caller is told about. */
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

/** A refusal to throw: `throw problem("not_found")`. */
export function problem(code: ProblemCode, parts?: ProblemParts): Problem {
  return new Problem(code, parts);
}
