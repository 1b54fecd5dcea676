import { after } from "node:test";
import { createTenant } from "../../services/sightline-cli.ts";
import { type Server, type ServerOptions, startServer } from "../../services/sightline-server.ts";
import type { Tenant } from "../../target-description.ts";
import { type Browser, findBrowser } from "../browser.ts";

interface PreparedService {
  readonly server: Server;
  readonly tenant: Tenant;
  /** Does nothing if other files need the service, too. */
  readonly stop: () => Promise<void>;
}

export const found = await findBrowser();

/** What the files of this process share: starting both takes longer than most of their tests. */
let browser: Promise<Browser> | undefined;
let server: Promise<Server> | undefined;
let organizations = 0;
// The runner loads this module before all files, so this runs after all of them.
after(async () => {
  await (await browser?.catch(() => undefined))?.close();
  await (await server?.catch(() => undefined))?.stop();
});

/** Returns the browser that all files share. Throws if none is installed. */
export function openBrowser(): Promise<Browser> {
  if ("missing" in found) throw new Error(found.missing);
  browser ??= found.launch();
  return browser;
}

/** Closes what a file has opened: no other one runs at the same time. */
export async function closePages(): Promise<void> {
  const contexts = (await browser)?.contexts() ?? [];
  await Promise.all(contexts.map((context) => context.close()));
}

/** Creates an organization on a service that files share, or, with options, starts a service with one. */
export async function prepareService(options: ServerOptions): Promise<PreparedService> {
  if (Object.keys(options).length > 0) {
    const own = await startServer({ tenants: ["acme"], ...options });
    return { server: own, tenant: own.tenants[0] as Tenant, stop: own.stop };
  }
  server ??= startServer({});
  const shared = await server;
  organizations += 1;
  return {
    server: shared,
    tenant: await createTenant(shared.environment, `acme-${organizations}`),
    stop: async () => undefined,
  };
}
