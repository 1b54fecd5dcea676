import { setTimeout as sleep } from "node:timers/promises";
import type { TestCluster } from "../cluster/test-cluster.ts";
import { callProject } from "./call-service.ts";

/** The service promises ten seconds on an idle node; this one is busy, and may share its processors. */
const MAX_ERASURE_MS = 60_000;
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

/** Waits until all nodes are ready and then until the erasure is completed. Returns the seconds of the latter. */
export async function waitUntilErased(cluster: TestCluster, erasure: string): Promise<number> {
  await cluster.waitUntilReady();
  const start = Date.now();
  while (!(await isErased(cluster, erasure))) {
    if (Date.now() - start > MAX_ERASURE_MS) throw new Error(`not erased within ${MAX_ERASURE_MS / 1000} s`);
    await sleep(POLL_INTERVAL_MS);
  }
  return (Date.now() - start) / 1000;
}
