import { setTimeout as sleep } from "node:timers/promises";
import { findPerson } from "../people/read-persons.ts";
import { problem } from "../problem.ts";
import type { Millis, ProjectId } from "../storage/ports/common.ts";
import type { Erasure, Erasures } from "../storage/ports/erasures.ts";
import type { Persons } from "../storage/ports/persons.ts";
import { timeOrderedUuid } from "../values/time-ordered-uuid.ts";
import { collectDistinctIds } from "./erasure-items.ts";

export interface RequestErasurePorts {
  readonly persons: Persons;
  readonly erasures: Erasures;
  readonly now: () => Millis;
}

/**
 * Accepts the erasure of the person with this uuid or distinct id: what is received until now will be removed, on all
 * nodes and whatever happens to them. Returns the erasure in progress that has removed the person already, if there is
 * one. Throws `not_found`.
 */
export async function requestErasure(projectId: ProjectId, id: string, ports: RequestErasurePorts): Promise<Erasure> {
  const { persons, erasures, now } = ports;
  const person = await findPerson(projectId, id, persons);
  if (person === null) return findInProgress(projectId, id, erasures);
  const requestedAt = now();
  const erasure: Erasure = {
    id: timeOrderedUuid(requestedAt),
    ...{ projectId, requestedAt, stage: "collecting", completedAt: null },
  };
  await erasures.addItems(erasure, "person", [person.uuid]); // first, so that no worker finds the erasure without it
  await erasures.insert(erasure);
  await collectDistinctIds(erasure, ports);
  await erasures.advance(erasure, "detaching", requestedAt);
  // What is sent after the response is received later than what is erased.
  while (now() <= requestedAt) await sleep(1);
  return { ...erasure, stage: "detaching" };
}

async function findInProgress(projectId: ProjectId, id: string, erasures: Erasures): Promise<Erasure> {
  const [concerned] = await erasures.concerned(projectId, [id]);
  const erasure = concerned && (await erasures.find({ projectId, id: concerned.id }));
  if (!erasure) throw problem("not_found");
  return erasure;
}
