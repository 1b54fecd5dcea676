import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type PackedContent, packContent } from "./packed-content.ts";

interface Package {
  readonly version: string;
  readonly folder: string;
  readonly files: ReadonlySet<string>;
}

export type ClientScripts = ReturnType<typeof clientScripts>;

/** Reads scripts of the npm package posthog-js, if installed, on first use. */
export function clientScripts() {
  let finding: Promise<Package | null> | undefined;
  const scripts = new Map<string, Promise<PackedContent>>();
  const findOnce = () => {
    finding ??= findPackage();
    return finding;
  };
  return {
    version: async () => (await findOnce())?.version ?? null,
    async read(name: string): Promise<PackedContent | null> {
      const installed = await findOnce();
      if (!installed?.files.has(name)) return null;
      const cached = scripts.get(name);
      if (cached) return cached;
      const script = readFile(join(installed.folder, name)).then(packContent);
      scripts.set(name, script);
      script.catch(() => scripts.delete(name)); // the next request retries
      return script;
    },
  };
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
