import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
/** A diff of two contracts has more than the megabyte that Node allows by default. */
const MAX_OUTPUT_BYTES = 2 ** 26;
const packageFolder = dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json"));

/** The folder of the checkout. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** Runs a command of the Redocly CLI in the checkout and returns its output. Throws with its messages if it fails. */
export async function redocly(...args: string[]): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  try {
    const options = { cwd: root, env, maxBuffer: MAX_OUTPUT_BYTES };
    const { stdout } = await run(process.execPath, [join(packageFolder, "bin", "cli.js"), ...args], options);
    return stdout;
  } catch (error) {
    const output = error as { stdout?: string; stderr?: string };
    throw new Error(`redocly ${args.join(" ")} failed:\n${output.stderr ?? ""}${output.stdout ?? ""}`, {
      cause: error,
    });
  }
}

/**
 * Returns the files of a document (a name in `redocly.yaml`) bundled into one JSON text, with shared parts as
 * components. Throws if a reference cannot be resolved.
 */
export async function bundleContract(name: "sightline" | "sandbox" = "sightline"): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "contract-"));
  try {
    const file = join(folder, "openapi.json");
    await redocly("bundle", name, "--output", file);
    return await readFile(file, "utf8");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
