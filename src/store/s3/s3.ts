import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { StoreUnavailable } from "../ports/common.ts";
import type { FileStore } from "../ports/stores.ts";
import { S3Files } from "./files.ts";
import { closeClient, newS3Client, PROBE_NAME, type S3Options, s3ErrorCode, storeError } from "./s3-client.ts";

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
    files: new S3Files(client, options),
    tidy,
    async check() {
      try {
        await client.send(new PutObjectCommand({ Bucket: bucket, Key: prefix + PROBE_NAME, Body: "probe" }));
      } catch (error) {
        throw storeError(error);
      }
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
export async function ensureBucket(client: S3Client, options: S3Options): Promise<void> {
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
export async function hasBucket(client: S3Client, { bucket, prefix }: S3Options): Promise<boolean> {
  try {
    // Not a HEAD request, whose answer has no body to say what is wrong.
    await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 }));
    return true;
  } catch (error) {
    if (s3ErrorCode(error) === "NoSuchBucket") return false;
    throw storeError(error);
  }
}
