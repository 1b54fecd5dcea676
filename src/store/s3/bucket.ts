import { CreateBucketCommand, ListObjectsV2Command, type S3Client } from "@aws-sdk/client-s3";
import { StoreUnavailable } from "../ports/common.ts";
import { s3ErrorCode, storeError } from "./s3-errors.ts";
import type { S3Options } from "./s3-options.ts";

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
