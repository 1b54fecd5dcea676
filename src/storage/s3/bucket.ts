import { CreateBucketCommand, HeadBucketCommand, type S3Client } from "@aws-sdk/client-s3";
import { StoreUnavailable } from "../ports/common.ts";
import { codeOf, statusOf, storeError } from "./errors.ts";

/** Makes the bucket where there is none. Throws `StoreUnavailable` where it cannot be used or made. */
export async function ensureBucket(client: S3Client, bucket: string): Promise<void> {
  if (await hasBucket(client, bucket)) return;
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
  } catch (error) {
    const code = codeOf(error);
    if (code === "BucketAlreadyOwnedByYou") return; // another node was quicker
    if (code === "BucketAlreadyExists") throw new StoreUnavailable(`The bucket ${bucket} belongs to somebody else.`);
    const reason = error instanceof Error ? (storeError(error) as Error).message : String(error);
    throw new StoreUnavailable(`The bucket ${bucket} does not exist, and cannot be made: ${reason}`, { cause: error });
  }
}

/** Throws `StoreUnavailable` where S3 does not say. */
export async function hasBucket(client: S3Client, bucket: string): Promise<boolean> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
    return true;
  } catch (error) {
    if (statusOf(error) === 404) return false;
    throw storeError(error);
  }
}
