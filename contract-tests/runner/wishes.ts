import { parseArgs } from "node:util";

/** What the command line asks for. */
export interface Wishes {
  readonly target: "prism" | "server" | "url";
  /** Of a deployment. */
  readonly url: string;
  readonly proxy: boolean;
  /** Names of suites to run; all where there are none. */
  readonly only: readonly string[];
  readonly verbose: boolean;
}

/** The command line cannot be understood. */
export class WrongUse extends Error {}

export const HELP = `Usage: npm run contract-test -- --target prism|server|URL [--proxy] [--only NAME,…] [--verbose]

Runs the contract suite: a client that knows the service only by its document, and checks every answer against it.

  --target prism    a mock of the document; what a mock cannot have is skipped
  --target server   this checkout's service, on a directory of its own; every documented status must be seen
  --target URL      a deployment. What belongs to others or cannot be provoked there is skipped; what is made is removed.
                    Give it a project of its own, with these in the environment:
                    SIGHTLINE_PROJECT_API_KEY, SIGHTLINE_PERSONAL_API_KEY, SIGHTLINE_PROJECT_ID, SIGHTLINE_ORGANIZATION_ID
  --proxy           put \`prism proxy --errors\` in front, which holds every answer to the document too
  --only NAME,…     run some suites only, by the names of their files (capture, batch, …); no status is missed then
  --verbose         print each test, not only those that fail

Exit status: 0 all is well, 1 something is not, 2 wrong use.
`;

/** Reads the command line; null where it asks for help. Throws `WrongUse`. */
export function readWishes(argv: readonly string[]): Wishes | null {
  const { help, target, proxy, only, verbose } = parse(argv);
  if (help) return null;
  if (target === undefined) throw new WrongUse("Say what to run against: --target prism, server or a URL.");
  const kind = target === "prism" || target === "server" ? target : "url";
  if (kind === "url" && !/^https?:$/.test(URL.canParse(target) ? new URL(target).protocol : "")) {
    throw new WrongUse(
      `--target must be prism, server, or an address that begins with http:// or https://, not ${target}.`,
    );
  }
  if (kind === "prism" && proxy) throw new WrongUse("--proxy goes with a real service only.");
  return { target: kind, url: kind === "url" ? target.replace(/\/$/, "") : "", proxy, only, verbose };
}

function parse(argv: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        help: { type: "boolean", short: "h", default: false },
        target: { type: "string" },
        proxy: { type: "boolean", default: false },
        only: { type: "string", default: "" },
        verbose: { type: "boolean", default: false },
      },
    });
    return { ...values, only: values.only.split(",").filter((name) => name !== "") };
  } catch (error) {
    throw new WrongUse((error as Error).message);
  }
}
