import type { components } from "../../../generated/openapi.ts";
import { problem } from "../../lib/problem.ts";
import type { Passkey } from "../../store/records/sign-in-kinds.ts";
import { requireWriteAccess } from "../../tenants/authorize.ts";
import { requireNewSession } from "../../tenants/own-user.ts";
import { addPasskey, listPasskeys, removePasskey, renamePasskey } from "../../tenants/sign-in/passkeys.ts";
import type { OperationHandlers } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";
import { isoTime } from "./common-wire.ts";

type PasskeyOperationId = "passkeys_list" | "passkeys_create" | "passkeys_partial_update" | "passkeys_destroy";

export function passkeyOperations(ports: ServicePorts): OperationHandlers<PasskeyOperationId> {
  const { records } = ports.store;
  return {
    passkeys_list: async ({ caller }) => {
      return { status: 200, body: (await listPasskeys(caller.userId, records)).map(passkeyToWire) };
    },
    passkeys_create: async ({ caller, body, baseUrl }) => {
      const present = await listPasskeys(caller.userId, records);
      requireWriteAccess(caller);
      await requireNewSession(caller, ports);
      const { name, client_data: clientData, authenticator_data: authenticatorData, public_key: publicKey } = body;
      const passkey = { name, clientData, authenticatorData, publicKey };
      const added = await addPasskey(caller.userId, present, passkey, baseUrl(), { records, now: ports.now });
      return { status: 201, body: passkeyToWire(added) };
    },
    passkeys_partial_update: async ({ caller, params, body: { name } }) => {
      requireWriteAccess(caller);
      const renamed = await renamePasskey(caller.userId, params.id, name, records);
      if (renamed === null) throw problem("not_found");
      return { status: 200, body: passkeyToWire(renamed) };
    },
    passkeys_destroy: async ({ caller, params }) => {
      requireWriteAccess(caller);
      if (!(await removePasskey(caller.userId, params.id, records))) throw problem("not_found");
      return { status: 204 };
    },
  };
}

function passkeyToWire(passkey: Passkey): components["schemas"]["Passkey"] {
  const { id, credentialId, name, createdAt, lastUsedAt } = passkey;
  return {
    id,
    credential_id: credentialId,
    name,
    created_at: isoTime(createdAt),
    last_used_at: lastUsedAt === null ? null : isoTime(lastUsedAt),
  };
}
