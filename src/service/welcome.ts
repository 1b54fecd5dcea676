import { resolve } from "node:path";
import { PROGRAM, shellWord } from "../lib/program-name.ts";
import { type Config, SETTINGS } from "../settings/config.ts";
import { signInUrl } from "../tenants/sign-in/links.ts";
import type { FirstSetup } from "./service.ts";

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
