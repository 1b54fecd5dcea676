import { pollUntil } from "../../../src/lib/threads/retry.ts";
import type { TestCluster } from "../cluster/test-cluster.ts";
import type { Load } from "../load/load.ts";
import { callProject } from "./call-service.ts";

/** The service promises ten seconds on an idle node; this machine may be busy with more. */
const LOADED_WAIT_MS = 60_000;
const MAX_WAIT_MS = 600_000;
/** For requests that are repeated until they are answered. */
export const REPEAT_TIMEOUT_MS = 300_000;
const POLL_INTERVAL_MS = 100;

/** Requests the erasure of a person from the first node. Returns the erasure's id. */
export async function requestErasure({ nodes, project }: TestCluster, id: string): Promise<string> {
  const path = `persons/${encodeURIComponent(id)}`;
  const { status, body } = await callProject(nodes[0]?.base ?? "", project, "DELETE", path);
  if (status !== 202) throw new Error(`the erasure was answered with ${status}: ${JSON.stringify(body)}`);
  return (body as { id: string }).id;
}

/** Returns whether the erasure is completed. */
export async function isErased({ nodes, project }: TestCluster, erasure: string): Promise<boolean> {
  const { status, body } = await callProject(nodes[0]?.base ?? "", project, "GET", `erasures/${erasure}`);
  if (status !== 200) throw new Error(`the erasure ${erasure} was answered with ${status}: ${JSON.stringify(body)}`);
  return (body as { state: string }).state === "completed";
}

/**
 * Waits until the erasure is completed, and returns after how many seconds since all nodes were ready. The load may be
 * more than the nodes can store at once: if it takes long, the load is stopped and the time begins with empty journals.
 */
export async function waitUntilErased(cluster: TestCluster, load: Load, erasure: string): Promise<number> {
  await cluster.waitUntilReady();
  const start = Date.now();
  const wait = (timeoutMs: number) =>
    pollUntil(() => isErased(cluster, erasure), { intervalMs: POLL_INTERVAL_MS, timeoutMs });
  if (!(await wait(LOADED_WAIT_MS))) {
    await load.stop(REPEAT_TIMEOUT_MS);
    await cluster.waitUntilStored();
    if (!(await wait(MAX_WAIT_MS))) throw new Error(`not erased within ${MAX_WAIT_MS / 1000} s of the last event`);
  }
  return (Date.now() - start) / 1000;
}
