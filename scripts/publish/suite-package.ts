import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { root } from "../contract/redocly.ts";

export const SUITE_PACKAGE_NAME = "sightline-contract";

/** Packages that the suite needs against a deployment. Others are for servers that a checkout starts. */
const NEEDED = ["ajv", "ajv-formats", "fast-check", "lz-string", "yaml"];
const README = fileURLToPath(new URL("suite-README.md", import.meta.url));
const tests = join(root, "contract-tests");

/**
 * Writes the npm package with the contract suite for deployments into a folder. Its modules keep the folders of the
 * checkout, in which they find each other.
 */
export async function buildSuitePackage(folder: string, version: string, documents: SuiteDocuments): Promise<void> {
  await mkdir(join(folder, "generated"), { recursive: true });
  // A translated checkout has a module and its source side by side.
  const names = (await readdir(join(tests, "suites"))).filter((name) => name.endsWith(".ts"));
  const suites = names.map((name) => join(tests, "suites", name));
  await Promise.all([
    build({
      entryPoints: [join(tests, "deployment.ts"), join(tests, "support/own-server.ts"), ...suites],
      outbase: root,
      outdir: folder,
      chunkNames: "contract-tests/shared/[name]-[hash]",
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      target: "node20",
      legalComments: "none",
      logLevel: "warning",
      plugins: [leaveOutOtherPackages],
    }),
    writeFile(join(folder, "package.json"), await manifest(version)),
    writeFile(join(folder, "generated/complete.json"), documents.complete),
    writeFile(join(folder, "generated/openapi.json"), documents.client),
    copyFile(README, join(folder, "README.md")),
    copyFile(join(root, "LICENSE"), join(folder, "LICENSE")),
  ]);
}

/** Both documents, as JSON texts. */
export interface SuiteDocuments {
  readonly complete: string;
  readonly client: string;
}

/** Replaces packages that no test of a deployment calls by an object whose fields do nothing. */
const leaveOutOtherPackages: Plugin = {
  name: "leave-out-other-packages",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === "entry-point" || path.startsWith("node:")) return undefined;
      const isNeeded = NEEDED.some((name) => path === name || path.startsWith(`${name}/`));
      return isNeeded ? { path, external: true } : { path, namespace: "left-out" };
    });
    onLoad({ filter: /./, namespace: "left-out" }, () => ({
      contents: "module.exports = new Proxy({}, { get: () => class {} });",
      loader: "js",
    }));
  },
};

async function manifest(version: string): Promise<string> {
  const text = await readFile(join(root, "package.json"), "utf8");
  const { dependencies, devDependencies } = JSON.parse(text) as Record<string, Record<string, string>>;
  const fields = {
    name: SUITE_PACKAGE_NAME,
    version,
    description: "Tests whether a deployment of the Sightline product analytics service keeps its contract",
    license: "MIT",
    type: "module",
    engines: { node: ">=20.19" },
    bin: { [SUITE_PACKAGE_NAME]: "contract-tests/deployment.js" },
    files: ["contract-tests", "generated"],
    dependencies: Object.fromEntries(
      NEEDED.map((name) => [name, dependencies?.[name] ?? devDependencies?.[name] ?? "*"]),
    ),
  };
  return `${JSON.stringify(fields, null, 2)}\n`;
}
