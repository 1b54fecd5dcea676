import { createHash } from "node:crypto";
import { S3Client } from "@aws-sdk/client-s3";
import { StoreUnavailable } from "../ports/common.ts";

/** Far more than writers need, because a slow reader holds a connection as long as it reads. */
const MAX_CONNECTIONS = 256;
const MAX_CONNECT_TIMEOUT_MS = 5000;

/** Credentials come from the usual AWS sources: environment, profile, role. */
export interface S3Options {
  readonly bucket: string;
  /** Empty for Amazon S3. */
  readonly endpoint: string;
  readonly region: string;
  readonly prefix: string;
  /** True puts the bucket in the path, false in the host name. */
  readonly forcePathStyle: boolean;
  /** `when_required` for servers without the checksums that Amazon introduced in 2022. */
  readonly checksums: "when_supported" | "when_required";
  /** How long an attempt may take until its response begins, and how long a response may stall. */
  readonly timeoutMs: number;
  readonly retries: number;
}

/** Begins an escape; the four hexadecimal digits of the UTF-16 code unit follow. */
const ESCAPE = "!";

export function newS3Client(options: S3Options): S3Client {
  // The SDK's version is chosen to match the Node versions supported; operators cannot act on its warning.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
  const { endpoint, region, forcePathStyle, checksums, timeoutMs, retries } = options;
  const client = new S3Client({
    region,
    ...(endpoint !== "" && { endpoint }),
    forcePathStyle,
    maxAttempts: retries + 1,
    requestChecksumCalculation: checksums === "when_required" ? "WHEN_REQUIRED" : "WHEN_SUPPORTED",
    // The SDK's checksum stream forwards neither errors nor its end. Our files are gzip, which has a checksum.
    responseChecksumValidation: "WHEN_REQUIRED",
    // Servers that do not support it delay every upload.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: Math.min(MAX_CONNECT_TIMEOUT_MS, timeoutMs),
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
      // Downloads have their own timeout, which distinguishes a slow reader from a slow server.
      socketTimeout: 0,
      httpAgent: { maxSockets: MAX_CONNECTIONS },
      httpsAgent: { maxSockets: MAX_CONNECTIONS },
    },
  });
  if (checksums === "when_required") useContentMd5(client);
  return client;
}

/** Closes the connections and rejects later calls, for which the SDK alone would open new connections. */
export function closeClient(client: S3Client): void {
  const refuse = () => () => {
    throw new StoreUnavailable("The object store is closed.");
  };
  client.middlewareStack.add(refuse, { step: "initialize", priority: "high", name: "closed", override: true });
  client.destroy();
}

/** Replaces the checksum that DeleteObjects requires by Content-MD5, the only one that older servers accept. */
function useContentMd5(client: S3Client): void {
  client.middlewareStack.add(
    (next, context) => (args) => {
      const { request } = args;
      if (context.commandName === "DeleteObjectsCommand" && isRequest(request)) {
        for (const name of Object.keys(request.headers)) {
          if (/^x-amz-(sdk-)?checksum-/i.test(name)) delete request.headers[name];
        }
        request.headers["content-md5"] = createHash("md5").update(request.body).digest("base64");
      }
      return next(args);
    },
    { step: "build", priority: "low", name: "contentMd5" },
  );
}

function isRequest(value: unknown): value is { headers: Record<string, string>; body: string } {
  return typeof value === "object" && value !== null && "headers" in value && "body" in value;
}

/**
 * Escapes all but letters, digits, `-`, `_`, `=`, `/` and `.`; also an empty segment's `/` and a segment's leading `.`,
 * which servers and proxies interpret. Names of keys with a common prefix have a common prefix.
 */
export function nameOfKey(key: string): string {
  let name = "";
  for (let index = 0; index < key.length; index++) {
    const unit = key.charAt(index);
    const startsSegment = index === 0 || key[index - 1] === "/";
    const plain = startsSegment ? /[A-Za-z0-9_-]/ : /[A-Za-z0-9_=./-]/;
    name += plain.test(unit) ? unit : ESCAPE + unit.charCodeAt(0).toString(16).padStart(4, "0");
  }
  return name;
}

/** Returns null for a foreign object. */
export function keyOfName(name: string): string | null {
  const key = name.replace(/!([0-9a-f]{4})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return nameOfKey(key) === name ? key : null;
}

export const PROBE_NAME = `${ESCAPE}probe`;

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

/** Throws errors of the SDK as `storeError` returns them. */
export async function withStoreErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw storeError(error);
  }
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
