import { PROGRAM } from "../lib/program-name.ts";
import { signInUrl } from "../tenants/sign-in/links.ts";
import type { FirstSetup } from "./service.ts";

/** Returns the text that the first start prints: a link for signing in, the keys, and commands to try. */
export function formatWelcome(setup: FirstSetup, port: number, publicUrl: string): string {
  const { organization, project, projectApiKey, owner, signInToken } = setup;
  const base = `http://localhost:${port}`;
  const signIn =
    signInToken === null
      ? ""
      : `
Sign in with this link, within ten minutes and once (later: ${PROGRAM} sign-in-link --email ${owner.user.email}):

  ${signInUrl(publicUrl || base, signInToken)}
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
The reference is at ${base}/docs. More keys: ${PROGRAM} keys create --help

`;
}
