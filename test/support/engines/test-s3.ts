import {
  AbortMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
} from "@aws-sdk/client-s3";
import type { S3Options } from "../../../src/store/s3/s3-client.ts";
import { newS3Client } from "../../../src/store/s3/s3-client.ts";

const { S3_ENDPOINT: endpoint = "", S3_REGION = "", S3_CHECKSUMS } = process.env;

/** The reason to skip tests that need a real S3 server; undefined if there is one. */
export const noS3Server =
  endpoint === ""
    ? "S3_ENDPOINT is not set: start any S3 server, and set S3_ENDPOINT, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
    : undefined;

/** Returns the options for a bucket on the server that the environment names. */
export function testS3Options(bucket: string, changes: Partial<S3Options> = {}): S3Options {
  return {
    bucket,
    endpoint,
    region: S3_REGION || "us-east-1",
    prefix: "tests/",
    forcePathStyle: true,
    checksums: S3_CHECKSUMS === "when_required" ? S3_CHECKSUMS : "when_supported",
    timeoutMs: 60_000,
    retries: 2,
    ...changes,
  };
}

/** Removes the bucket, its objects and its incomplete uploads. */
export async function removeTestBucket(Bucket: string): Promise<void> {
  const client = newS3Client(testS3Options(Bucket));
  for (;;) {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
    if (Contents.length === 0) break;
    for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket, Key }));
  }
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
  for (const { Key, UploadId } of Uploads) {
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
  }
  await client.send(new DeleteBucketCommand({ Bucket }));
  client.destroy();
}
