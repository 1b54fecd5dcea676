import { randomUUID } from "node:crypto";
import type { Schemas } from "../../generated/openapi.ts";
import { isoTimeOf } from "../ingest/event-time.ts";
import { invalidInput, problem } from "../lib/problem.ts";
import type { ProjectId } from "../store/ports/common.ts";
import type { Records } from "../store/ports/records.ts";
import type { Flags } from "../store/ports/stores.ts";
import { ACTIONS, SURVEYS, type SurveyRecord } from "../store/records/saved-kinds.ts";
import { scanAll } from "../store/records/scan-all.ts";
import { boundedText, mentions, newestOf, type Search, savedResource } from "../tenants/saved-record.ts";
import { UNIT_MS } from "./kinds/date-range.ts";

type Question = Schemas["SurveyQuestion"];
type Fields = Partial<Schemas["SurveyRequest"]>;
/** What a survey is beside its name and description. */
type Definition = Pick<Schemas["Survey"], Exclude<keyof typeof DEFAULTS, "linked_flag" | "targeting_flag">> & {
  readonly [Flag in "linked_flag" | "targeting_flag"]: Schemas["SurveyFlag"] | null;
};
type PublicSurvey = Schemas["Surveys"]["surveys"][number];

const MAX_SURVEYS = 100;
const MAX_BYTES = 16 * 1024;
const DEFAULTS = {
  type: "popover",
  schedule: "once",
  linked_flag: null,
  targeting_flag: null,
  questions: [],
  conditions: null,
  appearance: null,
  start_date: null,
  end_date: null,
  archived: false,
  responses_limit: null,
  iteration_count: null,
  iteration_frequency_days: null,
  enable_partial_responses: false,
} as const;

export function surveyDefinition({ definition }: Pick<SurveyRecord, "definition">): Definition {
  return JSON.parse(definition);
}

/** Throws `invalid_input` for flags that the project does not have, and `required` for questions without choices. */
export const surveysOf = (flags: Pick<Flags, "find">) =>
  savedResource({
    kind: SURVEYS,
    keyOf: (projectId, id) => ({ projectId, id }),
    item: ({ id, name, description, definition }) => {
      return { scope: "Survey", id, name, content: { name, description, ...surveyDefinition({ definition }) } };
    },
    limit: { max: MAX_SURVEYS, of: "surveys" },
    listed: newestOf,
    matches: (survey, { search }: Search) => mentions(survey, search),
    read: async (fields: Fields, projectId) => {
      const { name, description, linked_flag_id, targeting_flag_id, remove_targeting_flag: isRemoved } = fields;
      const flagOf = async (attr: string, number: number | null | undefined) => {
        if (typeof number !== "number") return number;
        const flag = await flags.find(projectId, number);
        if (flag && !flag.deleted) return { id: number, key: flag.key };
        throw invalidInput(attr, `There is no flag ${number}.`);
      };
      const given = {
        ...fields,
        linked_flag: await flagOf("linked_flag_id", linked_flag_id),
        targeting_flag: isRemoved ? null : await flagOf("targeting_flag_id", targeting_flag_id),
        start_date: isoTimeOf("start_date", fields.start_date),
        end_date: isoTimeOf("end_date", fields.end_date),
      };
      const isKept = ([field, value]: readonly [string, unknown]) => field in DEFAULTS && value !== undefined;
      const present = Object.fromEntries(Object.entries(given).filter(isKept));
      return (found) => {
        const known: Definition = found.definition === undefined ? DEFAULTS : JSON.parse(found.definition);
        const merged: Definition = { ...known, ...present };
        const { start_date, end_date, archived } = merged;
        const definition = {
          ...merged,
          questions: identified(merged.questions, known.questions),
          appearance: merged.appearance && { ...merged.appearance, ...PLAIN_TEXT },
        };
        const isRunning = start_date !== null && end_date === null && !archived;
        const text = boundedText("questions", definition, MAX_BYTES);
        return { name, description, definition: text, running: isRunning || null };
      };
    },
    make: (saved, { name = "", description = "", definition = "", running = null }) => {
      return { ...saved, id: randomUUID(), name, description, definition, running };
    },
  });

/** Members of a project must not bring code to its site. */
const PLAIN_TEXT = { thankYouMessageDescriptionContentType: "text" };

/** Adds ids to questions: the own one, or that of the same question before. Throws for a question without answers. */
function identified(questions: readonly Question[], before: readonly Question[]): Question[] {
  const ids = new Set<string>();
  return questions.map((question, index) => {
    const refuse = (field: keyof Question, code: "required" | "invalid_input", detail: string) =>
      problem(code, { attr: `questions__${index}__${field}`, detail });
    if (question.type.endsWith("_choice") && !question.choices) {
      throw refuse("choices", "required", "A question for choices needs some.");
    }
    if (question.type === "rating" && !question.scale) throw refuse("scale", "required", "A rating needs a scale.");
    if (question.link && !/^(https?|mailto):/i.test(question.link)) {
      throw refuse("link", "invalid_input", "A link begins with https: or mailto:.");
    }
    const same = before[index]?.question === question.question ? before[index]?.id : undefined;
    const id = question.id ?? same ?? randomUUID();
    if (ids.has(id)) throw refuse("id", "invalid_input", "Two questions have this id.");
    ids.add(id);
    return { ...question, id };
  });
}

/** Returns the iteration of a recurring survey, and when it began; nulls for others, and before it starts. */
export function iterationOf(
  { schedule, start_date, iteration_count: count, iteration_frequency_days: days }: Definition,
  now: number,
) {
  const started = start_date === null ? Number.POSITIVE_INFINITY : Date.parse(start_date);
  if (schedule !== "recurring" || !count || !days || started > now) {
    return { current_iteration: null, current_iteration_start_date: null };
  }
  const passed = Math.min(Math.floor((now - started) / (days * UNIT_MS.day)), count - 1);
  const began = new Date(started + passed * days * UNIT_MS.day).toISOString();
  return { current_iteration: passed + 1, current_iteration_start_date: began };
}

export async function runningSurveys(projectId: ProjectId, now: number, records: Records): Promise<SurveyRecord[]> {
  const listed = { where: { projectId, running: true }, orderBy: "createdAt", descending: true } as const;
  const found = await scanAll(records, SURVEYS, listed);
  return found.filter((survey) => Date.parse(surveyDefinition(survey).start_date ?? "") <= now);
}

/** Returns a running survey as client libraries read it: with the steps of its actions, and texts that are no HTML. */
export async function publicSurvey(survey: SurveyRecord, now: number, records: Records): Promise<PublicSurvey> {
  const { projectId, id, name, description } = survey;
  const definition = surveyDefinition(survey);
  const { type, schedule, questions, conditions, appearance, start_date, enable_partial_responses } = definition;
  const actions = [];
  for (const { id } of conditions?.actions?.values ?? []) {
    const action = await records.find(ACTIONS, { projectId, id });
    if (action && !action.deleted) actions.push({ id, name: action.name, steps: JSON.parse(action.steps) });
  }
  const flags = {
    linked_flag_key: definition.linked_flag?.key ?? null,
    targeting_flag_key: definition.targeting_flag?.key ?? null,
  };
  return {
    ...{ id, name, description, type, schedule, appearance, enable_partial_responses },
    questions: questions.map((question) => ({ ...question, descriptionContentType: "text" as const })),
    conditions: conditions && { ...conditions, ...(conditions.actions && { actions: { values: actions } }) },
    start_date: start_date ?? "",
    end_date: null,
    ...flags,
    internal_targeting_flag_key: null,
    feature_flag_keys: Object.entries(flags).map(([key, value]) => ({ key, value })),
    ...iterationOf(definition, now),
  };
}
