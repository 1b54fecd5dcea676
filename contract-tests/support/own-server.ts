import { after, before } from "node:test";
import { Client } from "../client/contract-client.ts";
import { target } from "../client/target.ts";
import { createTenant } from "../services/sightline-cli.ts";
import { CHECKED_BY_CLIENT, type Server, type ServerOptions, startServer } from "../services/sightline-server.ts";
import type { Tenant } from "../target-description.ts";

/** A server with settings of its own for the tests of a file. */
export interface OwnServer {
  readonly server: Server;
  readonly tenant: Tenant;
  readonly client: Client;
  /** Bypasses any proxy, for what a proxy changes. */
  readonly direct: Client;
  /** Sends all requests to one process, for what each process keeps to itself. */
  readonly node: Client;
}

/** Settings that do not affect each other: each is of one suite, and the others do not come near it. */
const SHARED_SETTINGS = {
  usual: {
    LOG_LEVEL: "debug",
    RECORDING_INGESTION_LIMIT_SECONDS: "1",
    INVITES_PER_HOUR: "4",
    INVITE_ATTEMPTS_PER_MINUTE: "3",
    SIGN_IN_ATTEMPTS_PER_MINUTE: "0",
    FLAG_STREAMS_MAX: "3",
    FLAG_STREAMS_PER_PROJECT: "2",
  },
  withoutConsole: {
    CONSOLE: "off",
    SIGN_IN_ATTEMPTS_PER_MINUTE: "1",
    RECORDING_INGESTION_LIMIT_SECONDS: "1",
    RECORDING_DOWNLOADS: "redirect",
  },
  limited: {
    TRUST_PROXY: "true",
    RATE_LIMIT_ADDRESS_PAGES_PER_SECOND: "1",
    RATE_LIMIT_ADDRESS_REQUESTS_PER_SECOND: "1",
    RATE_LIMIT_BURST_SECONDS: "2",
  },
};
type SharedSettings = keyof typeof SHARED_SETTINGS;
const shared = new Map<SharedSettings, Promise<Server>>();
// The runner loads this module before all suites, so this runs after all of them.
after(async () => {
  for (const server of shared.values()) await (await server.catch(() => undefined))?.stop();
});

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
  const own = beforeTests(async () => {
    const more = { tenants: ["own"], canDisconnectStore: outages };
    const server = await startServer({ ...likeTarget(await settings()), ...more, ...(oneNode && { nodes: 1 }) });
    const [tenant] = server.tenants;
    if (tenant === undefined) throw new Error("The server has no tenant.");
    const added = ownedBy(server, tenant);
    await prepare?.(added);
    return added;
  });
  after(() => own()?.server.stop());
  return () => started(own());
}

/**
 * As `ownServer`, with a tenant of its own on a server that several suites share. If its settings are not the usual
 * ones, it has one process.
 */
export function sharedServer(tenantName: string, name: SharedSettings = "usual"): () => OwnServer {
  const own = beforeTests(async () => {
    const nodes = name === "usual" ? {} : { nodes: 1 };
    const starting = shared.get(name) ?? startServer({ ...likeTarget(SHARED_SETTINGS[name]), ...nodes });
    shared.set(name, starting);
    const server = await starting;
    return ownedBy(server, await createTenant(server.environment, tenantName));
  });
  return () => started(own());
}

function likeTarget(more: Record<string, string>): ServerOptions {
  const settings = { ...CHECKED_BY_CLIENT, ...more };
  return { proxy: target.proxy, engines: target.engines, nodes: target.nodes?.length ?? 1, settings };
}

function beforeTests(start: () => Promise<OwnServer>): () => OwnServer | undefined {
  let own: OwnServer | undefined;
  before(async () => {
    if (target.kind === "server") own = await start();
  });
  return () => own;
}

function ownedBy(server: Server, tenant: Tenant): OwnServer {
  const direct = { ...server, base: server.direct };
  const node = new Client({ ...direct, nodes: [] }, tenant);
  return { server, tenant, client: new Client(server, tenant), direct: new Client(direct, tenant), node };
}

function started(own: OwnServer | undefined): OwnServer {
  if (own === undefined) throw new Error("No server was started: the test should have been skipped.");
  return own;
}
