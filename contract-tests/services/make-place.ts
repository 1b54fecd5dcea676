import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closePassage, throughPassage } from "./passages.ts";
import type { EngineName, Place } from "./place.ts";

/** What of our environment an engine needs. */
const NEEDS: Readonly<Record<EngineName, readonly string[]>> = {
  mongodb: ["MONGODB_URL"],
  s3: ["S3_ENDPOINT", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"],
};
const S3_SETTINGS = ["S3_REGION", "S3_CHECKSUMS", "S3_FORCE_PATH_STYLE", "AWS_SESSION_TOKEN"];

/** The variables that these engines need and the environment lacks. */
export function missingFor(engines: readonly EngineName[]): string[] {
  return engines.flatMap((engine) => NEEDS[engine]).filter((name) => !process.env[name]);
}

/** Makes a new place; with `cuttable`, MongoDB can be taken away from whoever uses it. */
export async function makePlace(engines: readonly EngineName[], cuttable: boolean): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), "sightline-contract-"));
  const id = randomUUID();
  const settings: Record<string, string> = {};
  if (engines.includes("mongodb")) {
    const { MONGODB_URL: url = "" } = process.env;
    settings.MONGODB_URL = cuttable ? await throughPassage(url) : url;
    settings.MONGODB_DATABASE = `sightline_contract_${id.replaceAll("-", "")}`;
    settings.MONGODB_TIMEOUT_MS = "3000";
  }
  if (engines.includes("s3")) {
    for (const name of [...NEEDS.s3, ...S3_SETTINGS]) settings[name] = process.env[name] ?? "";
    settings.S3_BUCKET = `sightline-contract-${id}`;
  }
  return { dataDir, engines: settings };
}

/** Removes everything that is kept there. */
export async function removePlace(place: Place): Promise<void> {
  const { dataDir, engines } = place;
  if (engines.MONGODB_URL) await (await import("./store-mongodb.ts")).dropDatabase(engines);
  await closePassage(place);
  if (engines.S3_BUCKET) await (await import("./files-s3.ts")).dropBucket(engines);
  await rm(dataDir, { recursive: true, force: true });
}
