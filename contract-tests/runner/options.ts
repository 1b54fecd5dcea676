import { parseArgs } from "node:util";
import { missingVariables } from "../services/create-test-environment.ts";
import { ENGINES, type EngineName } from "../services/test-environment.ts";
import type { Target } from "../target-description.ts";
import { UsageError } from "./errors.ts";

const LENGTHS = ["short", "long", "all"] as const;
export type Length = (typeof LENGTHS)[number];

/** Options of the command line. */
export interface Options {
  readonly target: Target["kind"];
  /** The deployment's URL; otherwise empty. */
  readonly url: string;
  readonly proxy: boolean;
  /** External engines that replace the embedded ones. */
  readonly engines: readonly EngineName[];
  /** How many processes the server has. */
  readonly nodes: number;
  /** Names of suites to run; all if empty. */
  readonly only: readonly string[];
  /** Which suites: those with long tests, the others, or all. */
  readonly length: Length;
  /** Whether to leave out suites that other engines answer with the same code. */
  readonly brief: boolean;
  readonly verbose: boolean;
}

const OWN_TARGETS = ["prism", "server", "sandbox"] as const;

export const HELP = `Usage: npm run contract-test -- --target prism|server|sandbox|URL [OPTIONS]

Runs the contract suite: a client that knows the service only by its document and checks every response against it.

  --target prism    a mock of the document; tests of what a mock lacks are skipped
  --target server   this checkout's service on a new data directory; every documented status must occur
  --target sandbox  a sandbox of this checkout; tests that need other tenants, settings or the store are skipped
  --target URL      a deployment; tests that need other tenants, settings or the store are skipped. Address, version
                    and keys are checked first. Afterwards new recordings, flags and invites are deleted, and what
                    remains is printed, such as events. Give it a project of its own by these environment variables:
                    SIGHTLINE_PROJECT_API_KEY, SIGHTLINE_PERSONAL_API_KEY, SIGHTLINE_PROJECT_ID,
                    SIGHTLINE_ORGANIZATION_ID
  --proxy           put \`prism proxy --errors\` in front, which checks every response too
  --engines NAME,…  with --target server: use mongodb, s3 or both, each with a database or bucket that is removed
                    afterwards. mongodb needs MONGODB_URL; s3 needs S3_ENDPOINT, AWS_ACCESS_KEY_ID and
                    AWS_SECRET_ACCESS_KEY
  --nodes N         with --engines mongodb,s3: N processes of the service; each request goes to a random one
  --only NAME,…     run only these suites, by file name (capture, batch, …); no status has to occur
  --length short|long
                    run only suites of this kind; long ones (*.long.suite.ts) take seconds each: outages, slow
                    clients, services of their own, many requests. CONTRACT_OBSERVATIONS_FILE of the environment
                    names a file that several runs share; the long suites expect in it what the short ones have seen
  --brief           leave out suites that other engines, or a sandbox, answer with the same code
  --verbose         print each test, not only failures

Exit status: 0 all passed, 1 something failed, 2 wrong use, or a deployment that cannot be tested.
`;

/** Parses the command line; null if it asks for help. Throws `UsageError`. */
export function parseOptions(argv: readonly string[]): Options | null {
  const { help, target, proxy, engines, nodes, only, length, brief, verbose } = parseArguments(argv);
  if (help) return null;
  if (target === undefined) throw new UsageError("Say what to run against: --target prism, server, sandbox or a URL.");
  const kind = OWN_TARGETS.find((name) => name === target) ?? "url";
  if (kind === "url" && !/^https?:$/.test(URL.canParse(target) ? new URL(target).protocol : "")) {
    throw new UsageError(
      `--target must be prism, server, sandbox, or an address that begins with http:// or https://, not ${target}.`,
    );
  }
  if ((kind === "prism" || kind === "sandbox") && proxy) {
    throw new UsageError("--proxy goes with --target server or a URL only.");
  }
  if (proxy && nodes !== "1") throw new UsageError("--proxy goes with one process only.");
  if (kind !== "server" && engines.length > 0) throw new UsageError("--engines goes with --target server only.");
  const url = kind === "url" ? target.replace(/\/$/, "") : "";
  return {
    target: kind,
    url,
    proxy,
    engines,
    nodes: parseNodeCount(nodes, engines),
    only,
    length: parseLength(length),
    brief,
    verbose,
  };
}

/** Parses `mongodb,s3`. Throws `UsageError` for an unknown engine or if the environment lacks a variable. */
function parseEngines(list: string): EngineName[] {
  const names = splitList(list);
  const unknown = names.filter((name) => !ENGINES.some((engine) => engine === name));
  if (unknown.length > 0)
    throw new UsageError(`There is no engine ${unknown.join(", ")}; there are ${ENGINES.join(", ")}.`);
  const engines = ENGINES.filter((engine) => names.includes(engine));
  const missing = missingVariables(engines);
  if (missing.length > 0)
    throw new UsageError(`--engines ${engines.join(",")} needs ${missing.join(", ")} in the environment.`);
  return engines;
}

function parseNodeCount(text: string, engines: readonly string[]): number {
  if (!/^[1-9]$/.test(text)) throw new UsageError(`--nodes must be a number from 1 to 9, not ${text}.`);
  const isShared = ENGINES.every((engine) => engines.includes(engine));
  if (text !== "1" && !isShared)
    throw new UsageError("--nodes needs engines that nodes can share: --engines mongodb,s3.");
  return Number(text);
}

function parseLength(text: string): Length {
  const length = LENGTHS.find((one) => one === text);
  if (length === undefined) throw new UsageError(`--length must be ${LENGTHS.join(", ")}, not ${text}.`);
  return length;
}

function splitList(list: string): string[] {
  return list.split(",").filter((name) => name !== "");
}

function parseArguments(argv: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        help: { type: "boolean", short: "h", default: false },
        target: { type: "string" },
        proxy: { type: "boolean", default: false },
        engines: { type: "string", default: "" },
        nodes: { type: "string", default: "1" },
        only: { type: "string", default: "" },
        length: { type: "string", default: "all" },
        brief: { type: "boolean", default: false },
        verbose: { type: "boolean", default: false },
      },
    });
    return { ...values, engines: parseEngines(values.engines), only: splitList(values.only) };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
