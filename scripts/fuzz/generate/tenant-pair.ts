import { buildMessage } from "../../../contract-tests/client/build-message.ts";
import type { RawRequest } from "../../../contract-tests/client/exchange.ts";
import { privateOperations } from "../../../contract-tests/contract/contract-document.ts";
import { requestPairs } from "../../../contract-tests/isolation/requests.ts";
import type { Random } from "../../seeded-random.ts";
import type { FuzzContext } from "./fuzz-context.ts";
import { pick } from "./random-text.ts";

/** Two requests that must be answered alike: the first names something of another tenant, the second nothing. */
export interface TenantPair {
  readonly foreign: RawRequest;
  readonly absent: RawRequest;
}

/** Returns a pair of the tenant isolation tests, with any key. */
export function tenantPair(random: Random, context: FuzzContext): { title: string; pair: TenantPair } {
  const { own, foreign, personalKey, readOnlyKey, projectKey } = context;
  const operation = pick(privateOperations, random);
  const pairs = requestPairs(operation, own, foreign);
  if (pairs.length === 0) return tenantPair(random, context); // it names nothing of a tenant
  const { title, ...options } = pick(pairs, random);
  const key = pick([personalKey, readOnlyKey, projectKey, foreign.token, "phx_unknown", null], random);
  const tenant = {
    organizationId: own.organization,
    projectId: own.project,
    projectApiKey: projectKey,
    personalApiKey: "",
  };
  const message = (side: "foreign" | "absent") => buildMessage(operation.id, { ...options[side], key }, tenant);
  return { title: `${operation.id}: ${title}`, pair: { foreign: message("foreign"), absent: message("absent") } };
}
