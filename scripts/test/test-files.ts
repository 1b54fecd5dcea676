import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const FOLDERS = ["src", "scripts", "contract-tests", "test"];
const SUFFIX = ".test.ts";
/** Tests that need seconds of processor time, a browser, or an installation: `npm run test:long`. */
export const LONG_SUFFIX = ".long.test.ts";

/** Starts processes or threads, listens to the process's events, or changes its environment, folder or clock. */
const NEEDS_OWN_PROCESS = [
  /^import (?!type).* from "node:(child_process|worker_threads)"/m,
  /\bprocess\.(on|once|chdir|kill)\(|\bprocess\.env\.\w+ = |\bmock\.timers\b/,
];
/** Modules that only tests use; what they do, the test does. */
const TEST_MODULE = /[\\/]test-[^\\/]*\.ts$|\.test\.ts$|^(contract-tests|test)[\\/]/;

/** Returns the paths of all unit tests, or of all long tests, sorted. */
export function testFiles({ long }: { readonly long: boolean }): string[] {
  return allTestFiles().filter((path) => path.endsWith(LONG_SUFFIX) === long);
}

function allTestFiles(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  )
    .filter((path) => path.endsWith(SUFFIX) && !path.includes("node_modules"))
    .toSorted();
}

/** Returns the tests that a path, a file name, or a file name without `.test.ts` or `.long.test.ts` names. */
export function findUnitTests(name: string): string[] {
  return allTestFiles().filter((path) => {
    return [path, basename(path), basename(path, SUFFIX), basename(path, LONG_SUFFIX)].includes(join(name));
  });
}

/** Returns whether a test must have a process of its own, for what its file does, or a test module that it imports. */
export function runsAlone(file: string, visited = new Set<string>()): boolean {
  visited.add(file);
  const text = readFileSync(file, "utf8");
  if (NEEDS_OWN_PROCESS.some((sign) => sign.test(text))) return true;
  return relativeImports(file, text).some(
    (path) => TEST_MODULE.test(path) && !visited.has(path) && runsAlone(path, visited),
  );
}

function relativeImports(file: string, text: string): string[] {
  const imports = text.matchAll(/^(?:import|export)\s(?!type\s)[^;]*?from "(\.[^"]+)"/gm);
  return [...imports].map(([, path = ""]) => join(dirname(file), path));
}
