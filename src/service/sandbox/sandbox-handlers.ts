import type { operations, Schemas } from "../../../generated/sandbox.ts";
import { removeExpiredEvents } from "../../ingest/drain/event-retention.ts";
import { problem } from "../../lib/problem.ts";
import { wireFields } from "../../lib/wire-fields.ts";
import { eraseIfExists } from "../../recordings/recording-library.ts";
import type { SnapshotMemory } from "../../recordings/snapshot-memory.ts";
import { newSignInToken, signInUrl } from "../../tenants/sign-in/links.ts";
import type { DocumentedResponses } from "./documented-failures.ts";
import { failureHandlers, type SandboxHandlers, type SandboxRequest } from "./sandbox-operations.ts";
import { seed } from "./seed.ts";
import type { JsonText } from "./send-reply.ts";
import type { RecordingPorts } from "./store-bodies.ts";
import { DEFAULT_TENANT, type Tenant, type Tenants } from "./tenants.ts";

const RECORDING_RETENTION_MS = 30 * 86_400_000;
const MAX_EXPIRED = 100_000;

type RetentionPorts = Pick<HandlerPorts, "store" | "files" | "memory">;

async function applyRetention(tenant: Tenant, { store, files, memory }: RetentionPorts): Promise<void> {
  const { tenants, events, records, recordings } = store;
  const now = () => tenant.now();
  const projects = await tenants.projectsOf(tenant.identity.organizationId);
  const ports = { tenants: { listProjects: async () => projects }, events, records, now };
  const signal = new AbortController().signal;
  while (!(await removeExpiredEvents(0, ports, signal)).isComplete);
  const ids = new Set(projects.map(({ id }) => id));
  const expired = await recordings.erasure.expired(now() - RECORDING_RETENTION_MS, MAX_EXPIRED);
  for (const session of expired.filter(({ projectId }) => ids.has(projectId))) {
    await eraseIfExists(session, now(), { ...recordings, files, memory });
  }
}

type ListQuery = Required<NonNullable<operations["sandbox_events_list"]["parameters"]["query"]>>;

interface HandlerPorts extends RecordingPorts {
  readonly memory: SnapshotMemory;
  readonly tenants: Tenants;
  readonly documented: DocumentedResponses;
  readonly signal: AbortSignal;
}

export function sandboxHandlers({ tenants, documented, signal, ...ports }: HandlerPorts): Required<SandboxHandlers> {
  const tenantOf = ({ tenant = DEFAULT_TENANT }: SandboxRequest) => tenants.get(tenant);
  /** Throws `service_unavailable` once the sandbox ends, so that nothing changes then. */
  const tenantToChange = async (request: SandboxRequest) => {
    if (signal.aborted) throw problem("service_unavailable");
    return tenantOf(request);
  };
  return {
    async sandbox_events_list(request) {
      const { after, wait } = request.query as ListQuery;
      const end = AbortSignal.any([signal, AbortSignal.timeout(wait * 1000)]);
      const { arrived } = await tenantOf(request);
      return { status: 200, body: `{"results":[${(await arrived.list(after, end)).join(",")}]}` };
    },
    async sandbox_reset(request) {
      await tenants.reset(await tenantToChange(request));
      return { status: 204 };
    },
    async sandbox_console_open(request) {
      const tenant = await tenantToChange(request);
      const token = await newSignInToken(tenant.userId, tenant.now(), ports.store.records);
      return { status: 302, headers: { Location: signInUrl("", token), "Cache-Control": "no-store" } };
    },
    async sandbox_seed(request) {
      const tenant = await tenantToChange(request);
      const to = { projectId: tenant.projectId, receivedAt: tenant.now() };
      return ok(await seed(request.body as Schemas["Seed"], to, ports));
    },
    async sandbox_clock_retrieve(request) {
      return ok(clockOf(await tenantOf(request)));
    },
    async sandbox_clock_update(request) {
      const tenant = await tenantToChange(request);
      const { now, advance = 0 } = request.body as Schemas["ClockChange"];
      tenant.setClock(now === undefined ? tenant.now() + advance * 1000 : Date.parse(now));
      await applyRetention(tenant, ports);
      return ok(clockOf(tenant));
    },
    ...failureHandlers(async (request) => (await tenantOf(request)).failures, documented),
    async sandbox_tenants_list() {
      return ok({ results: tenants.list().map(describe) });
    },
    async sandbox_tenants_update({ params: { name = "" }, body }) {
      if (signal.aborted) throw problem("service_unavailable");
      const { samples } = body as Schemas["TenantOptions"];
      return ok(describe(await tenants.get(name, { samples, attr: "name" })));
    },
    async sandbox_tenants_destroy({ params: { name = "" } }) {
      await tenants.remove(name);
      return { status: 204 };
    },
  };
}

function ok(body: object): JsonText {
  return { status: 200, body: JSON.stringify(body) };
}

function clockOf(tenant: Tenant): Schemas["Clock"] {
  return { now: new Date(tenant.now()).toISOString() };
}

function describe({ identity, projectId }: Tenant): Schemas["Tenant"] {
  const named = wireFields(identity, "name", "organizationId", "projectApiKey", "personalApiKey");
  return { ...named, project_id: projectId };
}
