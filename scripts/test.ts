import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";

const HELP = `Usage: npm test [-- FILE ...]

Runs the unit tests, then the contract suite against Prism and against the server. With files: only those.`;

function unitTests(): string[] {
  return ["src", "scripts", "contract-tests"]
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)))
    .filter((path) => path.endsWith(".test.ts") && !path.includes("node_modules"))
    .toSorted();
}

/** Runs node with these arguments; resolves to its exit status. */
function runNode(...args: string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: "inherit" });
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

/** Much of a file's time is waiting for disks and servers. */
const FILE_CONCURRENCY = availableParallelism() + 1;
const TSX = ["--import", "tsx"];

async function main(args: readonly string[]): Promise<number> {
  if (args.includes("--help")) {
    console.log(HELP);
    return 0;
  }
  const built = await runNode("scripts/build.mjs");
  if (built !== 0) return built;
  const unit = [
    "--test",
    `--test-concurrency=${FILE_CONCURRENCY}`,
    "--test-reporter=dot",
    "--test-reporter-destination=stdout",
  ];
  if (args.length > 0) return runNode(...TSX, "--test", ...args);
  const statuses = [await runNode(...TSX, ...unit, ...unitTests())];
  for (const target of ["prism", "server"]) {
    console.log(`\nThe contract suite against ${target}`);
    statuses.push(await runNode(...TSX, "contract-tests/run.ts", "--target", target));
  }
  return Math.max(...statuses);
}

process.exitCode = await main(process.argv.slice(2));
