import type { Schemas } from "../../generated/openapi.ts";
import type { ProjectId } from "../store/ports/common.ts";
import type { Records } from "../store/ports/records.ts";
import { nextNumber } from "../store/records/counters.ts";
import { ACTIONS, type ActionRecord, type SavedRecord } from "../store/records/saved-kinds.ts";
import { boundedText, deletedMark, hideable, numberOf, savedResource, taggedContent } from "../tenants/saved-record.ts";
import { checkSteps } from "./kinds/action-steps.ts";
import { resolveConditions } from "./kinds/resolve-conditions.ts";
import { usesOf, withDefinitions } from "./references.ts";

type Steps = Schemas["ActionStep"][];
type Fields = Partial<Schemas["ActionRequest"]>;

const MAX_STEPS_BYTES = 64 * 1024;

export function actionContent(action: Omit<ActionRecord, keyof SavedRecord>) {
  return { ...taggedContent(action), steps: JSON.parse(action.steps) as Steps };
}

export const actions = savedResource({
  kind: ACTIONS,
  keyOf: (projectId, id) => ({ projectId, id: numberOf(id) }),
  item: (one) => ({ scope: "Action", id: String(one.id), name: one.name, content: actionContent(one) }),
  limit: { max: 500, of: "actions" },
  ...hideable,
  usedBy: ({ projectId, id }, records) => usesOf({ of: "action", id }, projectId, records),
  read: async ({ name, description, tags, steps, deleted }: Fields, projectId, records) => {
    const text = steps && (await stepsText(steps, projectId, records));
    return { name, description, tags, deleted: deletedMark(deleted), steps: text };
  },
  make: async (saved, { name = "", description = "", steps = "[]", ...fields }, records) => {
    return { ...saved, id: await nextNumber(records, "actions"), name, description, steps, ...fields };
  },
});

/** Throws `invalid_input` for what cannot be compared. */
async function stepsText(steps: Steps, projectId: ProjectId, records: Records): Promise<string> {
  checkSteps(steps);
  resolveConditions(steps, 0, ["steps"]);
  await withDefinitions(steps, projectId, records, { path: ["steps"] });
  return boundedText("steps", steps, MAX_STEPS_BYTES);
}
