import { PutObjectCommand } from "@aws-sdk/client-s3";
import type { FileStore } from "../ports/engines.ts";
import { ensureBucket } from "./bucket.ts";
import { closeClient, newClient } from "./client.ts";
import { storeError } from "./errors.ts";
import { S3Files } from "./files.ts";
import { PROBE } from "./keys.ts";
import { removeLeftovers } from "./leftovers.ts";
import type { S3Options } from "./options.ts";

/** Opens the object store in a bucket, and makes the bucket where there is none. Throws `StoreUnavailable` where it cannot be used. */
export async function openS3(options: S3Options): Promise<FileStore> {
  const client = newClient(options);
  const { bucket, prefix } = options;
  try {
    await ensureBucket(client, options);
  } catch (error) {
    closeClient(client);
    throw error;
  }
  // To be rid of them is worth a try, and no more: not every key may list them, and not every server can.
  const tidy = () => removeLeftovers(client, options).catch(() => undefined);
  void tidy();
  return {
    files: new S3Files(client, options),
    tidy,
    async check() {
      try {
        await client.send(new PutObjectCommand({ Bucket: bucket, Key: prefix + PROBE, Body: "probe" }));
      } catch (error) {
        throw storeError(error);
      }
    },
    async close() {
      closeClient(client);
    },
  };
}
