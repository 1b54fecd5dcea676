import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** A script as it is, and packed by gzip. */
export interface Script {
  readonly plain: Uint8Array;
  readonly gzipped: Uint8Array;
}

interface Package {
  readonly version: string;
  readonly folder: string;
  readonly files: ReadonlySet<string>;
}

const gzipAsync = promisify(gzip);

/** The scripts of the browser library, from the npm package posthog-js, where that is installed. Each is read once, when it is first asked for. */
export class ClientScripts {
  #package: Promise<Package | null> | undefined;
  readonly #scripts = new Map<string, Promise<Script>>();

  /** The version of the package; null where it is not installed. */
  async version(): Promise<string | null> {
    return (await this.#loadPackage())?.version ?? null;
  }

  /** The script of this name; null where there is none. */
  async read(name: string): Promise<Script | null> {
    const found = await this.#loadPackage();
    if (!found?.files.has(name)) return null;
    const known = this.#scripts.get(name);
    if (known) return known;
    const script = readScript(join(found.folder, name));
    this.#scripts.set(name, script);
    script.catch(() => this.#scripts.delete(name)); // so that the next request tries again
    return script;
  }

  #loadPackage(): Promise<Package | null> {
    this.#package ??= findPackage();
    return this.#package;
  }
}

async function readScript(file: string): Promise<Script> {
  const plain = await readFile(file);
  return { plain, gzipped: await gzipAsync(plain) };
}

async function findPackage(): Promise<Package | null> {
  try {
    const file = createRequire(import.meta.url).resolve("posthog-js/package.json");
    const { version }: { version: string } = JSON.parse(await readFile(file, "utf8"));
    const folder = join(dirname(file), "dist");
    const names = await readdir(folder);
    return { version, folder, files: new Set(names.filter((name) => name.endsWith(".js"))) };
  } catch {
    return null; // it is not installed
  }
}
