import type { Credentials } from "../../access/keyring.ts";

/** Fields of a public request's body that say whose it is. */
export interface CredentialFields {
  readonly api_key?: string | undefined;
  readonly personal_api_key?: string | undefined;
  readonly project_id?: string | number | undefined;
}

/** What a public request shows to say whose it is: the header, the body, and `project_id` in either body or query. */
export function credentialsOf(
  body: CredentialFields,
  { bearer, query }: { bearer: string | undefined; query: { project_id?: string | undefined } },
): Credentials {
  return {
    bearer,
    apiKey: body.api_key,
    personalApiKey: body.personal_api_key,
    projectId: body.project_id ?? query.project_id,
  };
}
