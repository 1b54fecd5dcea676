import { after, before } from "node:test";
import { Client } from "../client/contract-client.ts";
import { target } from "../client/target.ts";
import { type Server, startServer } from "../services/sightline-server.ts";
import type { Tenant } from "../target-description.ts";

/** A server with settings of its own for the tests of a file. */
export interface OwnServer {
  readonly server: Server;
  readonly tenant: Tenant;
  readonly client: Client;
  /** Bypasses any proxy, for what a proxy changes. */
  readonly direct: Client;
}

/**
 * Starts a server before the tests of this file, with what `prepare` adds, and stops it after them. Starts nothing if
 * the target is not a server. With `oneNode` it is one process even if the target has several: for what each process
 * keeps to itself. With `outages` its store can be made unavailable. The returned function returns it once tests run.
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
