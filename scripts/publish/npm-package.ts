import { execFile } from "node:child_process";
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { DocumentTexts } from "../contract/artifacts.ts";
import { root } from "../contract/redocly.ts";

const run = promisify(execFile);
const clientSource = fileURLToPath(new URL("client", import.meta.url));

export const PACKAGE_NAME = "sightline-api";

/**
 * Writes the npm package of the contract into a folder: client, types, document and changelog. Throws with the
 * compiler's messages if the client does not compile.
 */
export async function buildPackage(
  folder: string,
  version: string,
  client: DocumentTexts,
  changelog: string,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all([
    compileClient(folder, client.types),
    manifest(version).then((text) => writeFile(join(folder, "package.json"), text)),
    writeFile(join(folder, "openapi.json"), client.json),
    writeFile(join(folder, "openapi.yaml"), client.yaml),
    copyFile(join(clientSource, "README.md"), join(folder, "README.md")),
    copyFile(join(root, "LICENSE"), join(folder, "LICENSE")),
    writeFile(join(folder, "CHANGELOG.md"), changelog),
  ]);
}

/** Packs the package in `folder` into a tarball in `destination` and returns the name of the tarball. */
export async function packPackage(folder: string, destination: string): Promise<string> {
  const { stdout } = await run("npm", ["pack", "--silent", "--pack-destination", destination], { cwd: folder });
  return stdout.trim();
}

async function manifest(version: string): Promise<string> {
  const rootManifest: { devDependencies: Record<string, string> } = JSON.parse(
    await readFile(join(root, "package.json"), "utf8"),
  );
  const fields = {
    name: PACKAGE_NAME,
    version,
    description: "Typed client, types and OpenAPI document of the Sightline product analytics service",
    license: "MIT",
    type: "module",
    engines: { node: ">=18" },
    sideEffects: false,
    exports: {
      ".": { types: "./index.d.ts", default: "./index.js" },
      "./openapi.json": "./openapi.json",
      "./openapi.yaml": "./openapi.yaml",
    },
    files: ["*.js", "*.d.ts", "openapi.json", "openapi.yaml", "CHANGELOG.md"],
    dependencies: { "openapi-fetch": `^${rootManifest.devDependencies["openapi-fetch"]}` },
  };
  return `${JSON.stringify(fields, null, 2)}\n`;
}

const compilerOptions = {
  target: "ES2022",
  lib: ["ES2022", "DOM"],
  module: "NodeNext",
  types: [],
  strict: true,
  verbatimModuleSyntax: true,
  declaration: true,
  skipLibCheck: true,
  outDir: "out",
};

async function compileClient(destination: string, types: string): Promise<void> {
  const buildFolder = await mkdtemp(join(tmpdir(), "client-"));
  try {
    const modules = (await readdir(clientSource)).filter((name) => /^(?!contract\.)[\w-]+\.ts$/.test(name));
    await Promise.all([
      ...modules.map((name) =>
        readFile(join(clientSource, name), "utf8").then((text) =>
          writeFile(join(buildFolder, name), text.replaceAll(/(from "\.\/[\w-]+)\.ts"/g, '$1.js"')),
        ),
      ),
      writeFile(join(buildFolder, "contract.ts"), types),
      writeFile(join(buildFolder, "package.json"), JSON.stringify({ type: "module" })),
      writeFile(join(buildFolder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["index.ts"] })),
      symlink(join(root, "node_modules"), join(buildFolder, "node_modules")),
    ]);
    await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", buildFolder]);
    await cp(join(buildFolder, "out"), destination, { recursive: true });
  } catch (error) {
    throw new Error(`The client does not compile:\n${(error as { stdout?: string }).stdout ?? error}`, {
      cause: error,
    });
  } finally {
    await rm(buildFolder, { recursive: true, force: true });
  }
}
