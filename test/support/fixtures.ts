import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { gunzipSync } from "node:zlib";
import { ROOT } from "./child-process.ts";

const FIXTURES = join(ROOT, "scripts/fixtures");
const PACKED = /\.gz$/;

export interface Fixture {
  /** A new data directory with the fixture's content. */
  readonly directory: string;
  readonly project_id: string;
  readonly organization_id: string;
  readonly project_api_key: string;
  readonly personal_api_key: string;
}

/** Returns the versions that have a fixture. */
export function fixtureVersions(): string[] {
  return readdirSync(FIXTURES).filter((name) => /^\d/.test(name));
}

/** Unpacks the data directory of a released version into a new temporary directory. */
export function unpackFixture(version: string): Fixture {
  const source = join(FIXTURES, version);
  const directory = mkdtempSync(join(tmpdir(), "sightline-upgrade-"));
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory() || entry.name === "keys.json") continue;
    const path = join(entry.parentPath, entry.name);
    const target = join(directory, relative(source, path).replace(PACKED, ""));
    mkdirSync(dirname(target), { recursive: true });
    const bytes = readFileSync(path);
    writeFileSync(target, PACKED.test(path) ? gunzipSync(bytes) : bytes);
  }
  return { directory, ...JSON.parse(readFileSync(join(source, "keys.json"), "utf8")) };
}
