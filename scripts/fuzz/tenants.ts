import { createTenantData } from "../../contract-tests/isolation/tenant-data.ts";
import { applyFlags, createPersonalKey, createTenant } from "../../contract-tests/services/sightline-cli.ts";
import type { TestEnvironment } from "../../contract-tests/services/test-environment.ts";
import type { Tenant } from "../../contract-tests/target-description.ts";
import { FUZZED_FLAGS, LARGE_FLAGS } from "./fuzzed-flags.ts";
import type { FuzzContext } from "./generate/fuzz-context.ts";

export interface FuzzTenants {
  readonly attacker: Tenant;
  readonly bystander: Tenant;
  /** Of the attacker, too. */
  readonly large: Tenant;
  readonly readOnlyKey: string;
}

/** Creates an attacker with two projects of flags, and a second client's project, in the directory of a service. */
export async function createTenants(environment: TestEnvironment): Promise<FuzzTenants> {
  const attacker = await createTenant(environment, "attacker");
  const bystander = await createTenant(environment, "bystander");
  const large = await createTenant(environment, "large");
  await applyFlags(environment, attacker.projectId, FUZZED_FLAGS);
  await applyFlags(environment, large.projectId, LARGE_FLAGS);
  const { key: readOnlyKey } = await createPersonalKey(environment, attacker.details?.email ?? "", "--read-only");
  return { attacker, bystander, large, readOnlyKey };
}

/** Creates something of each kind for both tenants, and returns the data of requests. */
export async function createContext(
  base: string,
  { attacker, bystander, large, readOnlyKey }: FuzzTenants,
  environment: TestEnvironment,
): Promise<FuzzContext> {
  const { projectApiKey: projectKey, personalApiKey: personalKey } = attacker;
  const dataOf = (tenant: Tenant) => createTenantData(base, tenant, environment);
  const [own, foreign] = await Promise.all([dataOf(attacker), dataOf(bystander)]);
  return {
    ...{ projectKey, personalKey, readOnlyKey, own, foreign },
    large: { project: large.projectId, projectKey: large.projectApiKey, personalKey: large.personalApiKey },
  };
}
