import { join } from "node:path";
import type { Target, Tenant } from "../description.ts";
import { makePersonalKey } from "../services/commands.ts";
import { startMock, startProxy } from "../services/prism.ts";
import { startServer } from "../services/server.ts";
import { type Wishes, WrongUse } from "./wishes.ts";

/** A target that is up. */
export interface Up {
  readonly target: Target;
  /** What a service of the suite's own has logged. */
  readonly log: () => string;
  /** Ends what was started; throws where something did not end well. */
  readonly stop: () => Promise<void>;
}

/** Brings up what the suite is to run against; scratch files go to the directory. */
export function bringUp(wishes: Wishes, directory: string): Promise<Up> {
  if (wishes.target === "prism") return mock(directory);
  return wishes.target === "server" ? server(wishes) : deployment(wishes, directory);
}

async function mock(directory: string): Promise<Up> {
  const prism = await startMock(join(directory, "prism.log"));
  const tenant = {
    organizationId: "019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60",
    projectId: "1",
    projectApiKey: "phc_any",
    personalApiKey: "phx_any",
  };
  return up("prism", { base: prism.base, direct: prism.base }, [tenant], async () => void (await prism.stop()));
}

async function server({ proxy, engines, nodes: count }: Wishes): Promise<Up> {
  const running = await startServer({ tenants: ["shop", "neighbour", "quiet"], proxy, engines, nodes: count });
  const { base, direct, nodes, place, tenants } = running;
  const owner = tenants[0]?.more?.email ?? "";
  const { key: readOnlyKey } = await makePersonalKey(place, owner, "--read-only");
  const reach = { base, direct, nodes, place, proxy, engines, readOnlyKey };
  return { ...up("server", reach, tenants, running.stop), log: running.log };
}

async function deployment({ url, proxy }: Wishes, directory: string): Promise<Up> {
  const tenant = tenantOfEnvironment();
  if (!proxy) return up("url", { base: url, direct: url }, [tenant], async () => undefined);
  const prism = await startProxy(url, directory);
  return up("url", { base: prism.base, direct: url, proxy }, [tenant], async () => void (await prism.stop()));
}

function up(
  kind: Target["kind"],
  reach: Partial<Target> & Pick<Target, "base" | "direct">,
  [tenant, foreign = tenant, quiet = tenant]: readonly Tenant[],
  stop: () => Promise<void>,
): Up {
  if (tenant === undefined || foreign === undefined || quiet === undefined) throw new Error("There is no tenant.");
  return { target: { kind, proxy: false, engines: [], ...reach, tenant, foreign, quiet }, log: () => "", stop };
}

function tenantOfEnvironment(): Tenant {
  const names = {
    projectApiKey: "SIGHTLINE_PROJECT_API_KEY",
    personalApiKey: "SIGHTLINE_PERSONAL_API_KEY",
    projectId: "SIGHTLINE_PROJECT_ID",
    organizationId: "SIGHTLINE_ORGANIZATION_ID",
  };
  const missing = Object.values(names).filter((name) => !process.env[name]);
  if (missing.length > 0) throw new WrongUse(`A deployment needs ${missing.join(", ")} in the environment.`);
  const values = Object.entries(names).map(([field, name]) => [field, process.env[name]]);
  return Object.fromEntries(values) as Tenant;
}
