import { isDeepStrictEqual } from "node:util";
import type { TestCluster } from "../cluster/test-cluster.ts";
import { callProject } from "./call-service.ts";
import { RETURNED_PROPERTIES } from "./returning-visitor.ts";
import type { Subject } from "./subject.ts";

/**
 * Checks that only the distinct id that was used again has a person, a new one with what was sent since, and that no
 * session has a recording. Returns the violations as sentences.
 */
export async function findRemains(cluster: TestCluster, subject: Subject, erasedUuid: string): Promise<string[]> {
  const { project, nodes } = cluster;
  const wrong: string[] = [];
  await cluster.withDatabase(async ({ persons }) => {
    const found = await persons.find(project.id, subject.ids);
    for (const [id, { uuid, properties }] of found) {
      const ids = await persons.distinctIds(project.id, uuid, Number.MAX_SAFE_INTEGER);
      if (id !== subject.id) wrong.push(`${id} has the person ${uuid} again`);
      if (uuid === erasedUuid) wrong.push(`${id} has the erased person`);
      if (!isDeepStrictEqual(ids, [subject.id])) wrong.push(`the new person has the distinct ids ${ids.join(", ")}`);
      if (!isDeepStrictEqual({ ...properties }, RETURNED_PROPERTIES))
        wrong.push(`the new person is ${JSON.stringify(properties)}`);
    }
    if (!found.has(subject.id)) wrong.push(`${subject.id} has no new person`);
  });
  for (const session of [subject.flushedSession, subject.unflushedSession]) {
    const path = `session_recordings/${encodeURIComponent(session)}`;
    const { status } = await callProject(nodes[0]?.base ?? "", project, "GET", path);
    if (status !== 404) wrong.push(`the recording of ${session} is answered with ${status}`);
  }
  return wrong;
}
