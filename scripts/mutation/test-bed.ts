import { execFileSync, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { bundleService, compileValidators } from "../bundle-service.mjs";
import { root } from "../contract/redocly.ts";
import { writeGroup } from "../test/write-group.ts";
import { translateModules } from "../translate-modules.mjs";
import { applyMutant, type Mutant } from "./find-mutants.ts";
import { runUntilFailure } from "./run-until-failure.ts";
import { suitesOf } from "./suites-of.ts";
import { testsOf } from "./tests-of.ts";

const UNIT_TIMEOUT_MS = 300_000;
/** A mutant may be code that esbuild warns of. */
const QUIET = { logLevel: "error" } as const;
const SUITE_TIMEOUT_MS = 900_000;
const CHECK_TYPES = ["node_modules/typescript/bin/tsc", "--noEmit"];

/** Returns the tracked and new files below the paths; all of the checkout without paths. */
export function listFiles(...paths: string[]): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", ...paths];
  const output = execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  return output.split("\n").filter(Boolean);
}

/** A built and translated copy of the checkout, in which mutants are tested one by one. It is gone when we exit. */
export class TestBed {
  readonly #folder: string;
  /** Compiled once: a mutant may break their compiler, which runs during a build. */
  #validators = "";

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async create(): Promise<TestBed> {
    const folder = await mkdtemp(join(tmpdir(), "sightline-mutation-"));
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    const bed = new TestBed(folder);
    const { checkout, mirror } = bed.#paths();
    for (const file of listFiles()) await cp(join(root, file), join(checkout, file));
    await symlink(join(root, "node_modules"), join(checkout, "node_modules"));
    await mkdir(mirror);
    const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: checkout, stdio: "inherit" });
    run("scripts/build.mjs");
    run("scripts/translate-checkout.mjs", mirror);
    run(...CHECK_TYPES); // so that a mutant is to blame when it fails
    bed.#validators = await compileValidators(esbuild, checkout, checkout);
    process.chdir(checkout); // where tests are looked for: what is edited meanwhile must not matter
    return bed;
  }

  /** Runs tests with the mutant, the nearest first. Returns what failed; undefined if the mutant survived. */
  async test(mutant: Mutant, allSuites: boolean): Promise<string | undefined> {
    const change = (source: string) => applyMutant(source, mutant);
    await this.#edit(mutant.file, change, (path) => this.#translate(path));
    try {
      return (
        (await this.#runUnitTests(mutant.file)) ??
        (await this.#edit(mutant.file, change, () => this.#checkTypes())) ??
        (await this.#runSuites(mutant.file, allSuites))
      );
    } finally {
      await this.#translate(join(this.#paths().checkout, mutant.file));
    }
  }

  #paths() {
    return { checkout: join(this.#folder, "checkout"), mirror: join(this.#folder, "mirror") };
  }

  /**
   * Changes a module only while the work is done, as the tests would build everything again. Returns what the work
   * returns.
   */
  async #edit<Result>(file: string, change: (source: string) => string, work: (path: string) => Promise<Result>) {
    const path = join(this.#paths().checkout, file);
    const source = await readFile(path, "utf8");
    const { atime, mtime } = await stat(path);
    await writeFile(path, change(source));
    try {
      return await work(path);
    } finally {
      await writeFile(path, source);
      await utimes(path, atime, mtime);
    }
  }

  /** Translates a module to the build and the mirror. */
  async #translate(path: string): Promise<void> {
    const { checkout, mirror } = this.#paths();
    await translateModules(esbuild, [path], checkout, mirror, {
      ...QUIET,
      sourcemap: "inline",
      sourcesContent: false,
    });
    await bundleService(esbuild, checkout, join(checkout, "dist"), this.#validators, QUIET);
  }

  async #checkTypes(): Promise<string | undefined> {
    const { checkout } = this.#paths();
    const { status } = spawnSync(process.execPath, CHECK_TYPES, { cwd: checkout, stdio: "ignore" });
    return status === 0 ? undefined : "the type checker";
  }

  async #runUnitTests(file: string): Promise<string | undefined> {
    const { mirror } = this.#paths();
    const group = join(mirror, "unit-tests.mjs");
    for (const tests of testsOf(file)) {
      await writeGroup(
        group,
        tests.map((name) => ({ name, path: join(mirror, name.replace(/\.ts$/, ".js")) })),
      );
      const limits = { cwd: mirror, timeoutMs: UNIT_TIMEOUT_MS };
      const failure = await runUntilFailure(["--test-reporter=tap", group], limits);
      if (failure !== undefined) return failure;
    }
    return undefined;
  }

  async #runSuites(file: string, all: boolean): Promise<string | undefined> {
    const { mirror } = this.#paths();
    const run = (...options: string[]) =>
      runUntilFailure([join(mirror, "contract-tests/run.js"), "--target", "server", ...options], {
        cwd: mirror,
        timeoutMs: SUITE_TIMEOUT_MS,
      });
    const failure = await run("--only", suitesOf(file).join());
    return failure === undefined && all ? run() : failure;
  }
}
