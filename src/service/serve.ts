import { resolve } from "node:path";
import type { Logger } from "pino";
import { PROGRAM, shellWord } from "../lib/program-name.ts";
import { collectAtRest } from "../lib/threads/collect-at-rest.ts";
import { watchTermination } from "../lib/threads/termination.ts";
import { VERSION } from "../lib/version.ts";
import { findUnsharedFiles, findUnusableLinks } from "../ops/diagnose-settings.ts";
import { type Config, readConfig, SETTINGS } from "../settings/config.ts";
import { findUnknownSettings } from "../settings/unknown-settings.ts";
import { fileEngine, storeEngine } from "../store/choose-engines.ts";
import { closeToOthers } from "../store/private-files.ts";
import { signInUrl } from "../tenants/sign-in/links.ts";
import { createLog, standardOutput } from "./create-log.ts";
import { type FirstSetup, startService } from "./service.ts";

export type ServeOptions = { readonly adoptStore?: boolean };

/** Runs the service until SIGTERM or SIGINT. Throws an error with a one-line message if it cannot start or fails. */
export async function serve(
  environment: Readonly<Record<string, string | undefined>>,
  { adoptStore: adoptsStore = false }: ServeOptions = {},
): Promise<void> {
  const config = readConfig(environment);
  const { log, flush } = createLog(config, standardOutput());
  try {
    await run(config, environment, log, adoptsStore);
  } finally {
    flush();
  }
}

async function run(
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
  log: Logger,
  adoptsStore: boolean,
): Promise<void> {
  log.info({ version: VERSION, node: process.version }, "starting");
  for (const sentence of findUnknownSettings(environment)) log.warn(sentence);
  for (const sentence of [findUnusableLinks(config), findUnsharedFiles(config)]) {
    if (sentence !== null) log.warn(sentence);
  }
  await closeDataDirectory(config.DATA_DIR, log);
  const { terminated, stopping, onFatal, untilNextSignal } = watchTermination();
  const service = await startService(config, { log, onFatal, adoptsStore, signal: stopping }).catch((error) => {
    if (error !== stopping.reason) throw error;
    return null;
  });
  if (!service) return log.info("stopped during the start");
  collectAtRest();
  const engines = { store: storeEngine(config).name, files: fileEngine(config).name };
  log.info({ version: VERSION, port: service.port, dataDir: config.DATA_DIR, engines }, "ready");
  // Standard error, because a log must not contain keys.
  if (service.firstSetup) process.stderr.write(formatWelcome(service.firstSetup, service.port, config));
  try {
    log.info({ signal: await terminated, delaySeconds: config.SHUTDOWN_DELAY_SECONDS }, "stopping");
    await untilNextSignal(service.retire);
  } finally {
    await service.stop();
  }
  log.info("stopped");
}

/** Some volumes have modes that cannot be changed: then the service starts nevertheless, and `doctor` warns. */
async function closeDataDirectory(directory: string, log: Logger): Promise<void> {
  try {
    const closed = await closeToOthers(directory);
    if (closed.length > 0) log.info({ paths: closed }, "other users can no longer read the data");
  } catch (error) {
    log.warn({ err: error }, `other users may be able to read the data: see \`${PROGRAM} doctor\``);
  }
}

type ShownConfig = Pick<Config, "DATA_DIR" | "PUBLIC_URL">;

/** Returns the text that the first start prints: a link for signing in, the keys, and commands to try. */
export function formatWelcome(setup: FirstSetup, port: number, config: ShownConfig): string {
  const { organization, project, projectApiKey, owner, signInToken } = setup;
  const command = commandFor(port, config);
  const base = `http://localhost:${port}`;
  const signIn =
    signInToken === null
      ? ""
      : `
Sign in with this link, within ten minutes and once:

  ${signInUrl(config.PUBLIC_URL || base, signInToken)}

Later, this prints another one, from this directory:

  ${command} sign-in-link --email ${owner.user.email}
`;
  return `
Sightline is ready on ${base} and has created an organization and a project. The keys are shown only once:

  organization      ${organization.id}
  project           ${project.id}
  project API key   ${projectApiKey}
  personal API key  ${owner.personalApiKey}
${signIn}
Send an event:

  curl -X POST ${base}/capture/ -H 'Content-Type: application/json' \\
    -d '{"api_key": "${projectApiKey}", "event": "hello", "distinct_id": "ada"}'

Ask for feature flags:

  curl -X POST '${base}/decide/?v=3' -H 'Content-Type: application/json' \\
    -d '{"api_key": "${projectApiKey}", "distinct_id": "ada"}'

List session recordings:

  curl ${base}/api/projects/${project.id}/session_recordings -H 'Authorization: Bearer ${owner.personalApiKey}'
${signInToken === null ? "" : `\nWatch them in the console: ${base}/#/projects/${project.id}/recordings\n`}
For the tour of the README, in another shell:

  export DATA_DIR=${shellWord(resolve(config.DATA_DIR))} PORT=${port} URL=${base} PROJECT=${project.id}
  export ORGANIZATION=${organization.id} PROJECT_KEY=${projectApiKey} PERSONAL_KEY=${owner.personalApiKey}

The reference is at ${base}/docs. More keys: ${command} keys create --help

`;
}

/** Returns a command for any shell in this directory, with the settings that are not the usual ones. */
function commandFor(port: number, { DATA_DIR, PUBLIC_URL }: ShownConfig): string {
  const settings = [
    resolve(DATA_DIR) !== resolve(SETTINGS.DATA_DIR.fallback) && `DATA_DIR=${shellWord(resolve(DATA_DIR))}`,
    String(port) !== SETTINGS.PORT.fallback && `PORT=${port}`,
    PUBLIC_URL !== "" && `PUBLIC_URL=${shellWord(PUBLIC_URL)}`,
  ];
  return [...settings, PROGRAM].filter(Boolean).join(" ");
}
