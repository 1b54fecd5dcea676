import type { Checkpoints, Position } from "../ports/checkpoints.ts";
import type { Database } from "./database.ts";
import { projectKey, projectOf } from "./ids.ts";
import { attempts } from "./retry.ts";

export function mongoCheckpoints(database: Database): Checkpoints {
  return {
    find: (journal, projectId) =>
      database.run(async ({ checkpoints }) => {
        const row = await checkpoints.findOne({ _id: projectKey(projectId, journal) });
        return row && fromText(row.position);
      }),

    advance: (journal, projectId, position) =>
      database.run(async ({ checkpoints }) => {
        const [_id, project] = [projectKey(projectId, journal), projectOf(projectId)];
        const furthest = { $set: { project }, $max: { position: toText(position) } };
        await attempts(() => checkpoints.updateOne({ _id }, furthest, { upsert: true }));
      }),
  };
}

/** A text that is greater for a later position. */
function toText({ group, place }: Position): string {
  return [group, place].map((number) => String(number).padStart(16, "0")).join("/");
}

function fromText(text: string): Position {
  const [group, place] = text.split("/").map(Number);
  return { group: group ?? 0, place: place ?? 0 };
}
