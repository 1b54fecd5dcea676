import { StoreUnavailable } from "../ports/common.ts";

/** Errors caused by the key or the content, not by the state of the server. */
const PERMANENT_CODES = new Set(["KeyTooLongError", "EntityTooLarge", "InvalidURI", "XMinioInvalidObjectName"]);

/** Messages for the codes that an operator can act on. */
const SENTENCES: Readonly<Record<string, string>> = {
  NoSuchBucket: "The bucket does not exist.",
  AccessDenied: "S3 denies access: the credentials lack a permission on the bucket.",
  AllAccessDisabled: "S3 denies access: the bucket is disabled.",
  InvalidAccessKeyId: "S3 does not know the access key.",
  SignatureDoesNotMatch: "S3 does not accept the secret access key.",
  ExpiredToken: "The credentials for S3 have expired.",
  InvalidToken: "S3 does not accept the session token.",
  CredentialsProviderError: "There are no credentials for S3: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
  RequestTimeTooSkewed: "This machine's clock is too far from that of S3.",
  PermanentRedirect: "The bucket is in another region, or at another address.",
  AuthorizationHeaderMalformed: "The bucket is in another region.",
  InvalidBucketName: "S3 does not accept the bucket's name.",
  SlowDown: "S3 is too busy now.",
  ServiceUnavailable: "S3 is too busy now.",
  QuotaExceeded: "The quota of S3 is used up.",
  XMinioStorageFull: "S3 is full.",
  TimeoutError: "S3 did not answer in time.",
  AbortError: "S3 did not answer in time.",
};

const CODES_BY_STATUS: Readonly<Record<number, string>> = {
  301: "PermanentRedirect",
  403: "AccessDenied",
  503: "SlowDown",
};

/** Converts an SDK error to `StoreUnavailable` if the same call may succeed later; returns other errors unchanged. */
export function storeError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailable) return error;
  if (PERMANENT_CODES.has(error.name)) return error;
  const code = s3ErrorCode(error);
  if (code === undefined) return error;
  return new StoreUnavailable(SENTENCES[code] ?? `S3 cannot be used now (${code}).`, { cause: error });
}

/** Names the service's code, else the HTTP status, else the system's code; undefined for errors not from S3. */
export function s3ErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const status = statusOf(error);
  if (hasServiceCode(error)) return error.name;
  if (status !== undefined) return CODES_BY_STATUS[status] ?? `status ${status}`;
  return "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function statusOf(error: Error): number | undefined {
  if (!("$metadata" in error)) return undefined;
  return (error.$metadata as { httpStatusCode?: number }).httpStatusCode;
}

function hasServiceCode(error: Error): boolean {
  if (Object.hasOwn(SENTENCES, error.name)) return true;
  return "$fault" in error && !["", "Unknown", "UnknownError", "NotFound", "Forbidden", "Error"].includes(error.name);
}
