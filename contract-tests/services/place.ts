import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPassage, type Passage } from "./tcp.ts";

/** What may keep the data in place of what is embedded. */
export const ENGINES = ["mongodb", "s3"] as const;
export type EngineName = (typeof ENGINES)[number];

/** Where a service keeps its data: a new place for each. */
export interface Place {
  readonly dataDir: string;
  /** The settings of the engines in use; none where all is in the directory. */
  readonly engines: Readonly<Record<string, string>>;
}

/** What of our environment an engine needs. */
const NEEDS: Readonly<Record<EngineName, readonly string[]>> = {
  mongodb: ["MONGODB_URL"],
  s3: ["S3_ENDPOINT", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"],
};
const S3_SETTINGS = ["S3_REGION", "S3_CHECKSUMS", "S3_FORCE_PATH_STYLE", "AWS_SESSION_TOKEN"];

/** The ways to MongoDB that this process opened, by the addresses that lead through them. */
const passages = new Map<string, Passage>();

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
export async function removePlace({ dataDir, engines }: Place): Promise<void> {
  const passage = passages.get(engines.MONGODB_URL ?? "");
  if (engines.MONGODB_URL) await (await import("./store-mongodb.ts")).dropDatabase(engines);
  await passage?.cut();
  if (engines.S3_BUCKET) await (await import("./files-s3.ts")).dropBucket(engines);
  await rm(dataDir, { recursive: true, force: true });
}

/** The way that this process opened to the place's MongoDB. */
export function passageTo({ engines }: Place): Passage {
  const passage = passages.get(engines.MONGODB_URL ?? "");
  if (!passage) throw new Error("This MongoDB cannot be taken away: nothing of this process lies in front of it.");
  return passage;
}

/** An address that leads to the same MongoDB through a passage. Throws where it names more hosts than one, which would be found past it. */
async function throughPassage(url: string): Promise<string> {
  const [, begin, host = "", rest = ""] = /^(mongodb:\/\/(?:[^@/]*@)?)([^@/?]+)(.*)$/.exec(url) ?? [];
  if (begin === undefined || host.includes(",")) {
    throw new Error("Outages of MongoDB can be tried only with a MONGODB_URL that names one host, mongodb://….");
  }
  const [name = "", port = "27017"] = host.split(":");
  const passage = await openPassage(name, Number(port));
  const [path = "", query = ""] = rest.split("?");
  const options = new URLSearchParams(query);
  options.delete("replicaSet");
  options.set("directConnection", "true");
  const through = `${begin}127.0.0.1:${passage.port}${path || "/"}?${options}`;
  passages.set(through, passage);
  return through;
}
