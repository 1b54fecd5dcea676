import { execFile } from "node:child_process";
import { copyFile, cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { root } from "../contract/redocly.ts";

const run = promisify(execFile);

export const SANDBOX_PACKAGE_NAME = "sightline-sandbox";

/** What only engines, mail, sign-in with providers, and other commands use. */
const LEFT_OUT = /^(@aws-sdk\/.*|@clickhouse\/client|cli-progress|mongodb|nodemailer|openid-client)$/;
const README = fileURLToPath(new URL("sandbox-README.md", import.meta.url));
const PROGRAM = `#!/usr/bin/env node
process.argv.splice(2, 0, "sandbox");
await import("./dist/main.js");
`;

/** Writes the npm package with the sandbox into a folder: the built service, without the packages of its engines. */
export async function buildSandboxPackage(folder: string, version: string): Promise<void> {
  await run(process.execPath, [join(root, "scripts/build.mjs")]);
  await mkdir(folder, { recursive: true });
  const isWanted = (path: string) => basename(path) !== ".built" && !path.endsWith(".ts");
  const copy = (name: string) =>
    cp(join(root, name), join(folder, name), { recursive: true, dereference: true, filter: isWanted });
  await Promise.all([
    copy("dist"),
    copy("generated"),
    writeFile(join(folder, "sandbox.js"), PROGRAM),
    writeFile(join(folder, "package.json"), await manifest(version)),
    copyFile(README, join(folder, "README.md")),
    copyFile(join(root, "LICENSE"), join(folder, "LICENSE")),
  ]);
}

async function manifest(version: string): Promise<string> {
  const text = await readFile(join(root, "package.json"), "utf8");
  const { engines, dependencies, optionalDependencies } = JSON.parse(text) as Record<string, Record<string, string>>;
  const fields = {
    name: SANDBOX_PACKAGE_NAME,
    version,
    description: "A throwaway Sightline product analytics service, for tests of programs that use one",
    license: "MIT",
    type: "module",
    engines,
    bin: { [SANDBOX_PACKAGE_NAME]: "sandbox.js" },
    files: ["dist", "generated", "sandbox.js"],
    dependencies: Object.fromEntries(Object.entries(dependencies ?? {}).filter(([name]) => !LEFT_OUT.test(name))),
    optionalDependencies,
  };
  return `${JSON.stringify(fields, null, 2)}\n`;
}
