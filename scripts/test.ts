import { parseArgs } from "node:util";
import { runAll, runTogether } from "./test/run-all.ts";
import { runNode } from "./test/run-node.ts";
import { findUnitTests, testFiles } from "./test/test-files.ts";

const HELP = `Usage: npm test [-- FILE ...]        or  npm run test:unit, test:contract, test:long, test:watch

Runs the unit tests and, at the same time, the contract suite against the server.
Prints each failure with its file, and what was skipped and why.

  FILE              run these unit tests only and print each test: a path, a file name, or a file name without
                    .test.ts; nothing is built or translated beforehand, so a small test takes a second. More than ten
                    files run as all tests do
  --unit            the unit tests only (npm run test:unit)
  --contract        the contract suite only (npm run test:contract); one suite of it, or another target:
                    npm run contract-test -- --help
  --long            the long tests only (npm run test:long): files *.long.test.ts and *.long.suite.ts, which need
                    seconds of processor time each, a browser, or an installation; and all suites on the mock
  --watch           run the unit tests again that a change concerns, until Ctrl-C (npm run test:watch)
  --help            print this

Unit tests are the files *.test.ts below src/, scripts/ and contract-tests/. They are translated once and share a few
processes; each file is a suite there. A file runs in a process of its own if it, or a test module that it imports,
starts processes or threads, listens to the process's events, or changes its environment, folder or clock: see
NEEDS_OWN_PROCESS in scripts/test/test-files.ts. Long tests of the console share one, with a browser and a service.

Tests of MongoDB, S3 and ClickHouse run if the environment names servers; see docs/ for the variables.

Exit status: 0 all passed, 1 something failed, 2 wrong use.
`;

/** From here on, translating all files at once takes less time than each of them apart. */
const MANY_FILES = 10;

/** The command line cannot be understood. */
class UsageError extends Error {}

function parseOptions(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h", default: false },
        unit: { type: "boolean", default: false },
        contract: { type: "boolean", default: false },
        long: { type: "boolean", default: false },
        watch: { type: "boolean", default: false },
      },
    });
    return { ...values, files: positionals };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Returns the paths of the unit tests with these names. Throws `UsageError` for a name that none has. */
function findFiles(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const found = findUnitTests(name);
    if (found.length === 0) throw new UsageError(`There is no unit test ${name}.`);
    return found;
  });
}

async function main(args: readonly string[]): Promise<number> {
  const { help, unit, contract, long, watch, files: names } = parseOptions(args);
  if (help) {
    console.log(HELP);
    return 0;
  }
  const files = findFiles(names);
  if (!watch && files.length === 0) return runAll({ unit: unit || !contract, contract: contract || !unit, long });
  if (!watch && files.length > MANY_FILES) return runTogether([...new Set(files)].toSorted());
  const watching = watch ? ["--watch"] : [];
  const wanted = files.length > 0 ? files : testFiles({ long });
  // One file needs no runner with a process of its own.
  const runner = wanted.length === 1 && !watch ? [] : ["--test", ...watching];
  return runNode("--import", "tsx", ...runner, "--test-reporter=spec", ...wanted);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message}\nTry --help.`);
  process.exitCode = 2;
}
