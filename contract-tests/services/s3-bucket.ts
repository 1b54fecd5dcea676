import {
  AbortMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from "@aws-sdk/client-s3";
import type { TestEnvironment } from "./test-environment.ts";

type Settings = TestEnvironment["engineSettings"];

/** Returns the names of all objects in the environment's bucket. */
export async function listObjectNames({ engineSettings: engines }: TestEnvironment): Promise<string[]> {
  return withBucket(engines, listKeys);
}

/** Yields the name and the content of each object in the environment's bucket. */
export async function* readObjects({
  engineSettings: engines,
}: TestEnvironment): AsyncGenerator<readonly [name: string, content: Buffer]> {
  for (const Key of await withBucket(engines, listKeys)) {
    const content = await withBucket(engines, async (client, Bucket) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    });
    yield [Key, content];
  }
}

/** Deletes the environment's bucket with its objects, if it exists. */
export async function dropBucket(settings: Settings): Promise<void> {
  await withBucket(settings, async (client, Bucket) => {
    const names = await listKeys(client, Bucket);
    for (const Key of names) await client.send(new DeleteObjectCommand({ Bucket, Key }));
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
    for (const { Key, UploadId } of Uploads) {
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    }
    await client.send(new DeleteBucketCommand({ Bucket }));
  }).catch((error: Error) => {
    if (error.name !== "NoSuchBucket") throw error;
  });
}

async function listKeys(client: S3Client, Bucket: string): Promise<string[]> {
  const names: string[] = [];
  for (let ContinuationToken: string | undefined; ; ) {
    const page = await client.send(new ListObjectsV2Command({ Bucket, ContinuationToken }));
    names.push(...(page.Contents ?? []).map(({ Key = "" }) => Key));
    if (!page.IsTruncated) return names;
    ContinuationToken = page.NextContinuationToken;
  }
}

// Which Node the suite runs on is not decided at each run.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";

async function withBucket<T>(settings: Settings, work: (client: S3Client, bucket: string) => Promise<T>): Promise<T> {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET = "", S3_FORCE_PATH_STYLE } = settings;
  const client = new S3Client({
    region: S3_REGION || "us-east-1",
    ...(S3_ENDPOINT ? { endpoint: S3_ENDPOINT } : {}),
    forcePathStyle: S3_FORCE_PATH_STYLE !== "false",
  });
  try {
    return await work(client, S3_BUCKET);
  } finally {
    client.destroy();
  }
}
