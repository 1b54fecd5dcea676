import { after, before } from "node:test";
import { Client } from "../client/contract-client.ts";
import { target } from "../client/target.ts";
import { type Server, startServer } from "../services/sightline-server.ts";
import type { Tenant } from "../target-description.ts";

/** A server with settings of its own for the tests of a file; there once the tests run. */
export interface OwnServer {
  readonly server: Server;
  readonly tenant: Tenant;
  readonly client: Client;
  /** Past any proxy, for what a proxy changes. */
  readonly direct: Client;
}

/**
 * Starts it before the tests of this file, with what `prepare` adds, and ends it after them; where the target allows
 * none, nothing is started. With `oneNode` it is one process, also where the target has more: for what each process
 * keeps to itself. With `outages` its documents can be taken away.
 */
export function ownServer(
  settings: () => Record<string, string> | Promise<Record<string, string>>,
  prepare?: (own: OwnServer) => Promise<void>,
  { oneNode = false, outages = false }: { readonly oneNode?: boolean; readonly outages?: boolean } = {},
): () => OwnServer {
  let own: OwnServer | undefined;
  before(async () => {
    if (target.kind !== "server") return;
    const { proxy, engines } = target;
    const nodes = oneNode ? 1 : target.nodes?.length;
    const server = await startServer({
      settings: await settings(),
      tenants: ["own"],
      proxy,
      engines,
      nodes,
      canDisconnectStore: outages,
    });
    const [tenant] = server.tenants;
    if (tenant === undefined) throw new Error("The server has no tenant.");
    const direct = new Client({ ...server, base: server.direct }, tenant);
    own = { server, tenant, client: new Client(server, tenant), direct };
    await prepare?.(own);
  });
  after(() => own?.server.stop());
  return () => {
    if (own === undefined) throw new Error("No server was started: the test should have been skipped.");
    return own;
  };
}
