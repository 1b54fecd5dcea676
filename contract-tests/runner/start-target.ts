import { join } from "node:path";
import { ROOT } from "../../test/support/child-process.ts";
import { startPrismProxy } from "../services/prism-proxy.ts";
import { startSandbox } from "../services/sandbox-process.ts";
import { createPersonalKey } from "../services/sightline-cli.ts";
import { CHECKED_BY_CLIENT, startServer } from "../services/sightline-server.ts";
import type { Target, Tenant } from "../target-description.ts";
import { deleteAdded, takeInventory } from "./created-data.ts";
import { UsageError } from "./errors.ts";
import type { Options } from "./options.ts";
import { checkDeployment } from "./preflight.ts";

/** A target that has started. */
export interface RunningTarget {
  readonly target: Target;
  /** Returns the log of a service that the runner has started. */
  readonly log: () => string;
  /** Stops what was started. Throws if something did not end as it should. */
  readonly stop: () => Promise<void>;
}

/** Starts what the suites run against. Writes temporary files to the directory. */
export function startTarget(options: Options, directory: string): Promise<RunningTarget> {
  if (options.target === "prism") return startMockTarget();
  if (options.target === "sandbox") return startSandboxTarget(directory);
  return options.target === "server" ? startServerTarget(options) : useDeployment(options);
}

/** Starts what `npm run mock` starts. */
async function startMockTarget(): Promise<RunningTarget> {
  const { startMock } = await import("../../scripts/mock/mock-server.ts"); // which loads Prism
  const mock = await startMock(join(ROOT, "generated/complete.json"), { host: "127.0.0.1", port: 0 });
  const tenant = {
    organizationId: "019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60",
    projectId: "1",
    projectApiKey: "phc_any",
    personalApiKey: "phx_any",
  };
  return runningTarget("prism", { base: mock.url, direct: mock.url }, [tenant], mock.stop);
}

async function startServerTarget({ proxy, engines, nodes: count }: Options): Promise<RunningTarget> {
  // The service checks its responses itself where one process does for all suites.
  const settings = engines.length > 0 ? CHECKED_BY_CLIENT : {};
  const tenantNames = ["shop", "neighbour", "quiet"];
  const running = await startServer({ tenants: tenantNames, proxy, engines, nodes: count, settings });
  const { base, direct, nodes, environment, tenants } = running;
  const owner = tenants[0]?.details?.email ?? "";
  const { key: readOnlyKey } = await createPersonalKey(environment, owner, "--read-only");
  const reach = { base, direct, nodes, environment, proxy, engines, readOnlyKey };
  return { ...runningTarget("server", reach, tenants, running.stop), log: running.log };
}

async function startSandboxTarget(directory: string): Promise<RunningTarget> {
  const { base, tenant, stop, log } = await startSandbox(join(directory, "sandbox.log"));
  const end = async () => {
    const status = await stop();
    if (status !== 0) throw new Error(`The sandbox ended with ${status}.`);
  };
  // It prints its key at the start.
  const withoutKey = () => log().replaceAll(tenant.personalApiKey, "phx_…");
  return { ...runningTarget("sandbox", { base, direct: base }, [tenant], end), log: withoutKey };
}

/** Returns a deployment as the target. `stop` deletes what the suites have left in its project. */
async function useDeployment({ url, proxy }: Options): Promise<RunningTarget> {
  const tenant = tenantFromProcessEnv();
  await checkDeployment(url, tenant);
  const before = await takeInventory(url, tenant);
  const prism = proxy ? await startPrismProxy(url) : null;
  return runningTarget("url", { base: prism?.base ?? url, direct: url, proxy }, [tenant], async () => {
    await prism?.stop();
    await deleteAdded(url, tenant, before);
  });
}

function runningTarget(
  kind: Target["kind"],
  reach: Partial<Target> & Pick<Target, "base" | "direct">,
  [tenant, foreign = tenant, quiet = tenant]: readonly Tenant[],
  stop: () => Promise<void>,
): RunningTarget {
  if (tenant === undefined || foreign === undefined || quiet === undefined) throw new Error("There is no tenant.");
  return {
    target: { kind, proxy: false, engines: [], ...reach, tenant, otherTenant: foreign, paginationTenant: quiet },
    log: () => "",
    stop,
  };
}

function tenantFromProcessEnv(): Tenant {
  const names = {
    projectApiKey: "SIGHTLINE_PROJECT_API_KEY",
    personalApiKey: "SIGHTLINE_PERSONAL_API_KEY",
    projectId: "SIGHTLINE_PROJECT_ID",
    organizationId: "SIGHTLINE_ORGANIZATION_ID",
  };
  const missing = Object.values(names).filter((name) => !process.env[name]);
  if (missing.length > 0) throw new UsageError(`A deployment needs ${missing.join(", ")} in the environment.`);
  const values = Object.entries(names).map(([field, name]) => [field, process.env[name]]);
  return Object.fromEntries(values) as Tenant;
}
