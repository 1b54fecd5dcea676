import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { StoreUnavailable } from "../ports/common.ts";
import type { FileStore } from "../ports/stores.ts";
import { type Advice, clockFinding, type Finding, faultOf, probeFiles, runProbe, withAdvice } from "../probe.ts";
import { s3Files } from "./files.ts";
import {
  closeClient,
  newS3Client,
  PROBE_NAME,
  type S3Options,
  s3ErrorCode,
  storeError,
  withStoreErrors,
} from "./s3-client.ts";

const STALE_AFTER_MS = 24 * 3600 * 1000;

/** Opens the object store in a bucket, which it creates if absent. Throws `StoreUnavailable` if it cannot be used. */
export async function openS3(options: S3Options): Promise<FileStore> {
  const client = newS3Client(options);
  const { bucket, prefix } = options;
  try {
    await ensureBucket(client, options);
  } catch (error) {
    closeClient(client);
    throw error;
  }
  // Failures are ignored: not all credentials permit listing uploads, and not all servers support it.
  const tidy = (unchangedForMs?: number) => abortStaleUploads(client, options, unchangedForMs).catch(() => undefined);
  void tidy();
  return {
    files: s3Files(client, options),
    tidy,
    async check() {
      const command = new PutObjectCommand({ Bucket: bucket, Key: prefix + PROBE_NAME, Body: "probe" });
      await withStoreErrors(client.send(command));
    },
    async close() {
      closeClient(client);
    },
  };
}

/** Aborts uploads older than a day, or that time: their parts cost money. Others may still be running elsewhere. */
export async function abortStaleUploads(
  client: S3Client,
  { bucket, prefix }: S3Options,
  unchangedForMs = STALE_AFTER_MS,
): Promise<void> {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix }));
  for (const { Key, UploadId, Initiated } of Uploads) {
    if (!Initiated || Date.now() - Initiated.getTime() < unchangedForMs) continue;
    await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
  }
}

/** Creates the bucket if absent. Throws `StoreUnavailable` if it can be neither used nor created. */
async function ensureBucket(client: S3Client, options: S3Options): Promise<void> {
  const { bucket } = options;
  if (await hasBucket(client, options)) return;
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
  } catch (error) {
    const code = s3ErrorCode(error);
    if (code === "BucketAlreadyOwnedByYou") return; // another node has created it meanwhile
    if (code === "BucketAlreadyExists") throw new StoreUnavailable(`The bucket ${bucket} belongs to another account.`);
    const reason = error instanceof Error ? (storeError(error) as Error).message : String(error);
    throw new StoreUnavailable(`The bucket ${bucket} does not exist, and cannot be created: ${reason}`, {
      cause: error,
    });
  }
}

/** Throws `StoreUnavailable` if S3 gives no answer. */
async function hasBucket(client: S3Client, { bucket, prefix }: S3Options): Promise<boolean> {
  try {
    // Not a HEAD request, whose answer has no body to say what is wrong.
    await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 }));
    return true;
  } catch (error) {
    if (s3ErrorCode(error) === "NoSuchBucket") return false;
    throw storeError(error);
  }
}

/** Advice by the text of a `storeError`; the first match counts. */
const ADVICE: Advice = [
  [/no credentials/, "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give this machine a role"],
  [/access key|session token|expired/, "replace AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"],
  [/another region/, "set S3_REGION to the bucket's, and S3_ENDPOINT where it is not Amazon's"],
  [/denies access/, "allow s3:ListBucket on the bucket, and s3:GetObject, PutObject, DeleteObject on what is in it"],
  [/clock/, "synchronize this machine's clock (NTP)"],
  [/too busy|in time/, "try again; if it stays so, look at the server, or raise S3_TIMEOUT_MS"],
  [/ENOTFOUND|ECONNREFUSED|EAI_AGAIN|EHOSTUNREACH/, "is S3_ENDPOINT right, and the server up?"],
  [/CERT|certificate|SELF_SIGNED/i, "trust its certificate with NODE_EXTRA_CA_CERTS"],
  [/status 400/, "an older server? try S3_CHECKSUMS=when_required"],
  [/EPROTO|Parse Error|HPE_/, "is S3_ENDPOINT an https:// or an http:// address?"],
];

export async function diagnoseS3(options: S3Options): Promise<Finding[]> {
  const client = newS3Client(options);
  try {
    return (await findingsOf(client, options)).map((finding) => withAdvice(finding, ADVICE));
  } finally {
    client.destroy();
  }
}

async function findingsOf(client: S3Client, options: S3Options): Promise<Finding[]> {
  const { bucket, endpoint } = options;
  const subject = "S3 bucket";
  const clock = watchClock(client);
  let exists: boolean;
  try {
    exists = await hasBucket(client, options);
  } catch (error) {
    return [faultOf(subject, error), ...clock()];
  }
  const location = `${bucket} at ${endpoint || `Amazon, ${options.region}`}`;
  if (!exists) {
    const text = `${location} does not exist: create it, or let the next start do so`;
    return [{ subject, state: "warning", text }, ...clock()];
  }
  return [
    { subject, state: "ok", text: location },
    ...clock(),
    await probeFiles(s3Files(client, options)),
    await probeMultipartUpload(client, options),
  ];
}

/** Large files are uploaded in parts. Without these permissions the parts of an interrupted upload stay forever. */
async function probeMultipartUpload(client: S3Client, { bucket: Bucket, prefix }: S3Options): Promise<Finding> {
  const Key = prefix + PROBE_NAME;
  const upload = async () => {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key }));
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
  };
  const finding = await runProbe("write large files in parts", () => withStoreErrors(upload()));
  if (finding.state === "ok") return finding;
  const text = `${finding.text} Allow s3:AbortMultipartUpload and s3:ListBucketMultipartUploads.`;
  return { ...finding, state: "warning", text };
}

/** Returns a function that compares the clocks, once a response had the `Date` header. */
function watchClock(client: S3Client): () => Finding[] {
  const begin = Date.now();
  let findings: Finding[] = [];
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const { headers = {} } = result.response as { headers?: Record<string, string> };
      const [theirs, ours] = [Date.parse(headers.date ?? ""), Date.now()];
      if (findings.length === 0 && !Number.isNaN(theirs)) findings = [clockFinding(theirs, ours, ours - begin)];
      return result;
    },
    { step: "deserialize", priority: "low", name: "dates" },
  );
  return () => findings;
}
