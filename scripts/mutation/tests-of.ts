import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { LONG_SUFFIX, runsAlone, testFiles } from "../test/test-files.ts";

const IMPORT = /\b(?:from|import\() ?"(\.[^"]+)"/g;
/** Tests that are further away reach a module by way of much else, and the contract suite does so too. */
const MAX_DISTANCE = 2;

/**
 * Returns groups of the unit tests that import a module, the nearest first. Those that can share a process are one
 * group, and import it directly or by way of another module. Of the others, also the long ones, only those that import
 * it directly are here.
 */
export function testsOf(file: string): string[][] {
  const distances = new Map<string, number>();
  for (const test of [...testFiles({ long: false }), ...testFiles({ long: true })]) {
    const distance = distanceBetween(test, file);
    if (distance !== undefined) distances.set(test, distance);
  }
  const found = [...distances.keys()].toSorted((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0));
  const needsOwnProcess = (test: string) => runsAlone(test) || test.endsWith(LONG_SUFFIX);
  const shared = found.filter((test) => !needsOwnProcess(test));
  const alone = found.filter((test) => needsOwnProcess(test) && distances.get(test) === 1);
  return [shared, ...alone.map((test) => [test])].filter((group) => group.length > 0);
}

function distanceBetween(from: string, to: string): number | undefined {
  let reached = [from];
  const visited = new Set(reached);
  for (let distance = 1; distance <= MAX_DISTANCE; distance += 1) {
    reached = reached.flatMap(importsOf).filter((path) => !visited.has(path));
    if (reached.includes(to)) return distance;
    for (const path of reached) visited.add(path);
  }
  return undefined;
}

const known = new Map<string, string[]>();

function importsOf(file: string): string[] {
  const imports = known.get(file) ?? readImports(file);
  known.set(file, imports);
  return imports;
}

function readImports(file: string): string[] {
  if (!file.endsWith(".ts")) return [];
  return [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, path = ""]) => join(dirname(file), path));
}
