import { parseArgs } from "node:util";
import { UsageError } from "./errors.ts";

export interface DeploymentOptions {
  readonly url: string;
  /** A personal key. */
  readonly key: string;
  /** What the key does not tell, if several are possible. */
  readonly projectId: string | undefined;
  readonly organizationId: string | undefined;
  readonly projectApiKey: string | undefined;
  readonly readOnly: boolean;
  readonly only: readonly string[];
  readonly verbose: boolean;
  /** Files of reports. */
  readonly reports: { readonly [Format in ReportFormat]?: string | undefined };
}

export const REPORT_FORMATS = ["junit", "json", "html"] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export const HELP = `Usage: sightline-contract --url URL --key phx_… [OPTIONS]

Tests a deployment of Sightline: a client that knows the service only by its contract checks every response against it.
An older deployment is measured by its own contract, if that is of the same major version; suites of newer operations
are skipped by name. The key may also be in SIGHTLINE_PERSONAL_API_KEY, where no list of processes shows it.

  --url URL            the address of the deployment
  --key KEY            a personal key. Give it a project of its own, unless the test only reads
  --project ID         the project, if the key has access to several
  --organization ID    the organization of the project, if the deployment does not tell
  --project-key KEY    a key of the project, if the deployment does not tell
  --read-only          send nothing that changes something: for production, with a read-only key
  --only NAME,…        run only these suites
  --junit FILE         write a report for CI servers
  --json FILE          write a report for programs
  --html FILE          write a report for people
  --verbose            print each test, not only failures
  -h, --help           show this help

Events, persons and dead letters remain; recordings, flags and invites that the test made are deleted at the end.
Exit status: 0 all passed, 1 something failed, 2 wrong use, or a deployment that cannot be tested.
`;

const text = { type: "string" } as const;
const flag = { type: "boolean", default: false } as const;

/** Parses the command line; null if it asks for help. Throws `UsageError`. */
export function parseDeploymentOptions(argv: readonly string[], env = process.env): DeploymentOptions | null {
  const values = parse(argv);
  if (values.help) return null;
  const { url, project, organization, "project-key": projectApiKey, "read-only": readOnly } = values;
  const key = values.key ?? env.SIGHTLINE_PERSONAL_API_KEY;
  if (url === undefined || key === undefined) throw new UsageError("Say what to test: --url URL --key phx_…");
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : "")) {
    throw new UsageError(`--url must begin with http:// or https://, and is ${url}.`);
  }
  const { junit, json, html, verbose } = values;
  return {
    url: url.replace(/\/$/, ""),
    key,
    projectId: project,
    organizationId: organization,
    projectApiKey,
    readOnly,
    only: (values.only ?? "").split(",").filter((name) => name !== ""),
    verbose,
    reports: { junit, json, html },
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        ...{ url: text, key: text, project: text, organization: text, "project-key": text, only: text },
        ...{ junit: text, json: text, html: text },
        ...{ "read-only": flag, verbose: flag, help: { ...flag, short: "h" } },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
