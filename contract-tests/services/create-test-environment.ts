import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeMongoProxy, startMongoProxy } from "./mongo-proxy.ts";
import type { EngineName, TestEnvironment } from "./test-environment.ts";

/** The environment variables that each engine needs. */
const REQUIRED_VARIABLES: Readonly<Record<EngineName, readonly string[]>> = {
  mongodb: ["MONGODB_URL"],
  s3: ["S3_ENDPOINT", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"],
};
const S3_SETTINGS = ["S3_REGION", "S3_CHECKSUMS", "S3_FORCE_PATH_STYLE", "AWS_SESSION_TOKEN"];

/** Returns the variables that these engines need and the environment lacks. */
export function missingVariables(engines: readonly EngineName[], environment = process.env): string[] {
  return engines.flatMap((engine) => REQUIRED_VARIABLES[engine]).filter((name) => !environment[name]);
}

/** Creates an empty environment. With `canDisconnect`, a proxy that can be disconnected leads to MongoDB. */
export async function createTestEnvironment(
  engines: readonly EngineName[],
  canDisconnect: boolean,
): Promise<TestEnvironment> {
  const dataDir = await mkdtemp(join(tmpdir(), "sightline-contract-"));
  const id = randomUUID();
  const settings: Record<string, string> = {};
  if (engines.includes("mongodb")) {
    const { MONGODB_URL: url = "" } = process.env;
    settings.MONGODB_URL = canDisconnect ? await startMongoProxy(url) : url;
    settings.MONGODB_DATABASE = `sightline_contract_${id.replaceAll("-", "")}`;
    // Tests of outages wait for it.
    settings.MONGODB_TIMEOUT_MS = canDisconnect ? "3000" : "30000";
  }
  if (engines.includes("s3")) {
    for (const name of [...REQUIRED_VARIABLES.s3, ...S3_SETTINGS]) settings[name] = process.env[name] ?? "";
    settings.S3_BUCKET = `sightline-contract-${id}`;
  }
  return { dataDir, engineSettings: settings };
}

/** Deletes all data of the environment. */
export async function removeTestEnvironment(environment: TestEnvironment): Promise<void> {
  const { dataDir, engineSettings: engines } = environment;
  if (engines.MONGODB_URL) await (await import("./direct-store-mongodb.ts")).dropDatabase(engines);
  await closeMongoProxy(environment);
  if (engines.S3_BUCKET) await (await import("./s3-bucket.ts")).dropBucket(engines);
  await rm(dataDir, { recursive: true, force: true });
}
