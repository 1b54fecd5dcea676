import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  readonly directory: string;
}

/** The sizes of packages. One in the page is kept: some differ by platform, and not all packages are installed. */
export class PackageSizes {
  readonly #known: ReadonlyMap<string, string>;

  constructor(page: string) {
    const rows = page.matchAll(/^\| `(\S+)` \| (\S+) \| [^|]+ \| ([^|]+) \|/gm);
    this.#known = new Map([...rows].map(([, name, version, size]) => [`${name} ${version}`, size ?? ""]));
  }

  static async read(page: string): Promise<PackageSizes> {
    return new PackageSizes(await readFile(page, "utf8").catch(() => ""));
  }

  /** Returns the size of this version. Throws if it is not in the page and not installed. */
  async sizeOf({ name, version, directory }: InstalledPackage): Promise<string> {
    const known = this.#known.get(`${name} ${version}`);
    if (known !== undefined) return known;
    const bytes = await directoryBytes(directory).catch((cause: unknown) => {
      throw new Error(`${name} ${version} is new and not installed: there is no ${directory}.`, { cause });
    });
    return formatBytes(bytes);
  }
}

/** Returns the size of the files in a package, without the packages installed in it. */
async function directoryBytes(directory: string): Promise<number> {
  const entries = await readdir(directory, { withFileTypes: true });
  const sizes = entries.map(async (entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? 0 : directoryBytes(path);
    return (await stat(path)).size;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

function formatBytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
