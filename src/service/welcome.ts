import type { SetupResult } from "../tenants/setup.ts";
import { PROGRAM } from "../values/program-name.ts";

/** Returns the text that the first start prints: the keys, and commands to try. */
export function formatWelcome({ organization, project, projectApiKey, owner }: SetupResult, port: number): string {
  const base = `http://localhost:${port}`;
  return `
Sightline is ready on ${base} and has created an organization and a project. The keys are shown only once:

  organization      ${organization.id}
  project           ${project.id}
  project API key   ${projectApiKey}
  personal API key  ${owner.personalApiKey}

Send an event:

  curl -X POST ${base}/capture/ -H 'Content-Type: application/json' \\
    -d '{"api_key": "${projectApiKey}", "event": "hello", "distinct_id": "ada"}'

Ask for feature flags:

  curl -X POST '${base}/decide/?v=3' -H 'Content-Type: application/json' \\
    -d '{"api_key": "${projectApiKey}", "distinct_id": "ada"}'

List session recordings:

  curl ${base}/api/projects/${project.id}/session_recordings -H 'Authorization: Bearer ${owner.personalApiKey}'

Watch them in the console: ${base}/#/projects/${project.id}/recordings

The reference is at ${base}/docs. More keys: ${PROGRAM} keys create --help

`;
}
