import { buildMessage, type RequestOptions } from "../client/build-message.ts";
import { decodeBody, exchange } from "../client/exchange.ts";
import type { OperationId } from "../contract/contract-document.ts";
import type { Tenant } from "../target-description.ts";

/** What the interface lists and can delete. */
const KINDS = [
  { name: "recording", list: "session_recordings_list", destroy: "session_recordings_destroy" },
  { name: "flag", list: "feature_flags_list", destroy: "feature_flags_destroy" },
  { name: "invite", list: "invites_list", destroy: "invites_destroy" },
] as const;

/** The ids of a project's recordings and flags, and of its organization's invites, by the operation that lists them. */
type Inventory = ReadonlyMap<OperationId, ReadonlySet<string>>;

const MAX_PAGE = 1000;

/** Lists what a project and its organization have. Throws if a list cannot be read. */
export async function takeInventory(url: string, tenant: Tenant): Promise<Inventory> {
  const inventory = new Map<OperationId, Set<string>>();
  for (const { list } of KINDS) inventory.set(list, await listIds(url, tenant, list));
  return inventory;
}

/** Deletes what has been added since. Throws an error that names what could not be deleted. */
export async function deleteAdded(url: string, tenant: Tenant, before: Inventory): Promise<void> {
  const left: string[] = [];
  for (const { name, list, destroy } of KINDS) {
    for (const id of await listIds(url, tenant, list)) {
      if (before.get(list)?.has(id)) continue;
      const { status } = await call(url, tenant, destroy, { path: { id } });
      if (status !== 204 && status !== 404) left.push(`${name} ${id}`);
    }
  }
  if (left.length > 0) throw new Error(`The suite created, and could not delete: ${left.join(", ")}.`);
}

async function listIds(url: string, tenant: Tenant, list: OperationId): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let offset = 0, count = 1; offset < count; offset += MAX_PAGE) {
    const response = await call(url, tenant, list, { query: { limit: MAX_PAGE, offset } });
    if (response.status !== 200) throw new Error(`${list} was answered with ${response.status}.`);
    const page = JSON.parse(decodeBody(response)) as { count: number; results: readonly { id: string | number }[] };
    for (const { id } of page.results) ids.add(String(id));
    count = page.count;
  }
  return ids;
}

function call(url: string, tenant: Tenant, operation: OperationId, options: RequestOptions) {
  return exchange(url, buildMessage(operation, options, tenant));
}
