import type { SavedRecord } from "../../../store/records/saved-kinds.ts";
import { authorizeProject, requireWriteAccess } from "../../../tenants/authorize.ts";
import type { Caller } from "../../../tenants/keyring.ts";
import { authorOf } from "../../../tenants/operator.ts";
import type { SavedContext, SavedView } from "../../../tenants/saved-record.ts";
import type { ServicePorts } from "../../service-ports.ts";
import { isoTime, userToWire } from "../common-wire.ts";

/** Throws `not_found` and `permission_denied`. */
export async function authorizeSaving(
  caller: Caller,
  projectId: string,
  { store, now }: Pick<ServicePorts, "store" | "now">,
): Promise<SavedContext> {
  const project = await authorizeProject(caller, projectId, store.tenants);
  requireWriteAccess(caller);
  return { projectId: project.id, by: authorOf(caller), now: now() };
}

export function savedToWire(view: SavedView<SavedRecord>) {
  const { name, description, revision, createdAt, createdBy, updatedAt, updatedBy } = view;
  return {
    name,
    description,
    version: revision,
    created_at: isoTime(createdAt),
    created_by: createdBy && userToWire(createdBy),
    updated_at: isoTime(updatedAt),
    updated_by: updatedBy && userToWire(updatedBy),
  };
}
