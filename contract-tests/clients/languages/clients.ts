import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A client library in another language, and the program that uses it. */
export interface Client {
  readonly name: string;
  /** The file without which the client is skipped. */
  readonly program: string;
  readonly command: readonly string[];
  /** True if it sends events to `/i/v1/analytics/events`, where each is answered. */
  readonly sendsEventsWithResults?: boolean;
  /** False if it can read no definitions of which one has a fraction of a percent. */
  readonly readsFractions?: boolean;
  /** False if it only asks the service. */
  readonly decidesItself?: boolean;
  /** Flags that the library decides differently for some persons. docs/moving-over.md says why. */
  readonly differing: readonly string[];
}

/** Where `.ci/clients` puts what it builds. */
export const BUILT = process.env.CLIENT_PROGRAMS ?? fileURLToPath(new URL("../../../dist/clients", import.meta.url));
const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

function python(version: string, differing: readonly string[] = []): Client {
  const program = join(BUILT, `python-${version}/bin/python`);
  const command = [program, source("python/program.py")];
  return { name: `posthog-python ${version}`, program, command, differing };
}

function go(version: string, differing: readonly string[]): Client {
  const program = join(BUILT, `go-${version}`);
  return { name: `posthog-go ${version}`, program, command: [program], differing, readsFractions: false };
}

function rust(version: string, name: string, differing: readonly string[]): Client {
  const program = join(BUILT, name);
  return { name: `posthog-rs ${version}`, program, command: [program], differing };
}

function jvm(name: string, main: string, differing: readonly string[] = []): Client {
  const classes = join(BUILT, "jvm");
  const command = ["java", "-cp", `${classes}:${classes}/*`, main];
  return { name, program: join(classes, `${main}.class`), command, differing };
}

/** Has the library send its events to the address that answers each. */
function answered(client: Client): Client {
  return { ...client, name: client.name.replace(" ", "-answered "), sendsEventsWithResults: true };
}

/** Compares the case of texts, and texts with numbers as texts. */
const PYTHON_3_0 = ["cohort-share", "either", "in-cohort", "not-pro", "older", "plans", "pro"];
/** Ignores percentages beside properties and cohorts; compares the case of texts in lists, also in those of cohorts. */
const GO = ["cohort-share", "either", "in-cohort", "large-company", "not-pro", "older", "plans"];

export const CLIENTS: readonly Client[] = [
  python("3.0.1", PYTHON_3_0),
  python("3.5.2"),
  python("7.91.1"),
  answered(python("7.91.1")),
  go("1.2.24", GO),
  go("1.5.2", GO),
  rust("0.30.0", "rust", []),
  answered(rust("0.30.0", "rust-events-with-results", [])),
  { ...jvm("posthog-server 2.3.3", "ServerLibrary"), readsFractions: false },
  { ...jvm("posthog-java 1.2.0", "JavaLibrary"), decidesItself: false },
];

/** OpenFeature's providers, which evaluate flags by the service. */
export const OPENFEATURE_PROVIDERS: readonly Pick<Client, "name" | "program" | "command">[] = [
  {
    name: "openfeature-provider-ofrep 0.3.0 (Python)",
    program: join(BUILT, "python-openfeature/bin/python"),
    command: [join(BUILT, "python-openfeature/bin/python"), source("python/openfeature_program.py")],
  },
  {
    name: "go-sdk-contrib/providers/ofrep 0.1.7 (Go)",
    program: join(BUILT, "go-openfeature"),
    command: [join(BUILT, "go-openfeature")],
  },
];
