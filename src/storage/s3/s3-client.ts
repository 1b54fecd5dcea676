import { createHash } from "node:crypto";
import { S3Client } from "@aws-sdk/client-s3";
import { StoreUnavailable } from "../ports/common.ts";
import type { S3Options } from "./s3-options.ts";

/** A slow reader holds its connection as long as it reads, so there must be many more than there are writers. */
const MAX_CONNECTIONS = 256;
/** A server that accepts no connection for this long is not there. */
const CONNECT_TIMEOUT_MS = 5000;

/** A client that gives up in time and keeps connections. */
export function newS3Client(options: S3Options): S3Client {
  // Which Node this program runs on is decided with the version of the SDK, not at each start.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
  const { endpoint, region, forcePathStyle, checksums, timeoutMs, retries } = options;
  const client = new S3Client({
    region,
    ...(endpoint !== "" && { endpoint }),
    forcePathStyle,
    maxAttempts: retries + 1,
    requestChecksumCalculation: checksums === "when_required" ? "WHEN_REQUIRED" : "WHEN_SUPPORTED",
    // The stream that would check it passes on neither failures nor its own end, and what we read is gzip, which has a checksum.
    responseChecksumValidation: "WHEN_REQUIRED",
    // Servers that do not know it let every upload wait.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: Math.min(CONNECT_TIMEOUT_MS, timeoutMs),
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
      // What stands still is noticed by `download.ts`, which tells a slow reader from a slow server.
      socketTimeout: 0,
      httpAgent: { maxSockets: MAX_CONNECTIONS },
      httpsAgent: { maxSockets: MAX_CONNECTIONS },
    },
  });
  if (checksums === "when_required") useContentMd5(client);
  return client;
}

/** Ends its connections; by itself the SDK would open new ones for whoever asks afterwards. */
export function closeClient(client: S3Client): void {
  const refuse = () => () => {
    throw new StoreUnavailable("The object store is closed.");
  };
  client.middlewareStack.add(refuse, { step: "initialize", priority: "high", name: "closed", override: true });
  client.destroy();
}

/** Removing several objects needs a checksum; older servers know only this one. */
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
