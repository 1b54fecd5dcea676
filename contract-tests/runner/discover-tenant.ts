import { buildMessage, type RequestOptions } from "../client/build-message.ts";
import { decodeBody, exchange } from "../client/exchange.ts";
import { type OperationId, operations } from "../contract/contract-document.ts";
import type { Tenant } from "../target-description.ts";
import type { DeploymentOptions } from "./deployment-options.ts";
import { PreflightError } from "./errors.ts";

interface Access {
  readonly organizations: readonly {
    readonly id: string;
    readonly projects: readonly { readonly id: number | string }[];
  }[];
}

/**
 * Returns the project to test, with its organization and key: what the options name, else what the deployment tells
 * the key. Throws `PreflightError` if that leaves a choice.
 */
export async function discoverTenant(options: DeploymentOptions): Promise<Tenant> {
  const { url, key: personalApiKey } = options;
  const known = { organizationId: "", projectId: "", projectApiKey: "", personalApiKey };
  if (options.projectId && options.organizationId && options.projectApiKey) return { ...known, ...named(options) };
  if (!operations.has("users_me_retrieve") || !operations.has("project_keys_list")) {
    throw new PreflightError(
      "This old deployment does not tell what a key has access to: name it with --project, --organization and " +
        "--project-key.",
    );
  }
  const ask = async <T>(id: OperationId, request: RequestOptions, tenant: Tenant): Promise<T> => {
    const response = await exchange(url, buildMessage(id, request, tenant));
    if (response.status === 401) throw new PreflightError(`The key of --key is not valid at ${url}.`);
    if (response.status !== 200) throw new PreflightError(`${url} answered ${id} with ${response.status}.`);
    return JSON.parse(decodeBody(response)) as T;
  };
  const { organizations } = await ask<Access>("users_me_retrieve", {}, known);
  const all = organizations.flatMap(({ id, projects }) => projects.map((project) => [id, String(project.id)] as const));
  const fitting = all.filter(
    ([organization, project]) =>
      (options.projectId ?? project) === project && (options.organizationId ?? organization) === organization,
  );
  const [first, second] = fitting;
  if (first === undefined) throw new PreflightError("The key of --key has access to no such project.");
  if (second !== undefined) {
    const ids = fitting.map(([, project]) => project).join(", ");
    throw new PreflightError(`The key of --key has access to several projects: choose one with --project (${ids}).`);
  }
  const tenant = { ...known, organizationId: first[0], projectId: first[1] };
  if (options.projectApiKey) return { ...tenant, projectApiKey: options.projectApiKey };
  const [projectKey] = await ask<readonly { key: string }[]>("project_keys_list", {}, tenant);
  if (projectKey === undefined) throw new PreflightError(`The project ${tenant.projectId} has no key: make one.`);
  return { ...tenant, projectApiKey: projectKey.key };
}

function named({ organizationId = "", projectId = "", projectApiKey = "" }: DeploymentOptions) {
  return { organizationId, projectId, projectApiKey };
}
