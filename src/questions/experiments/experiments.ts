import type { Schemas } from "../../../generated/openapi.ts";
import { parseStoredFlag } from "../../flags/define/flag-definition.ts";
import { createFlag, type FlagChangePorts, updateFlag } from "../../flags/manage/edit-flags.ts";
import { isoTimeOf } from "../../ingest/event-time.ts";
import { invalidInput } from "../../lib/problem.ts";
import { definedFields } from "../../lib/wire-fields.ts";
import type { ProjectId } from "../../store/ports/common.ts";
import { nextNumber } from "../../store/records/counters.ts";
import type { StoredFlag } from "../../store/records/flags.ts";
import { EXPERIMENTS, type ExperimentRecord, type SavedRecord } from "../../store/records/saved-kinds.ts";
import { boundedText, deletedMark, hideable, numberOf, savedResource } from "../../tenants/saved-record.ts";
import { resolveConditions, withoutNulls } from "../kinds/resolve-conditions.ts";
import { withDefinitions } from "../references.ts";

type Fields = Partial<Schemas["ExperimentRequest"]>;
type Variants = readonly Schemas["ExperimentVariant"][];
type Design = Pick<Schemas["Experiment"], "parameters" | "metrics" | "metrics_secondary" | "exposure_criteria">;

const MAX_BYTES = 64 * 1024;
const NO_DESIGN: Design = { parameters: {}, metrics: [], metrics_secondary: [], exposure_criteria: {} };
const DEFAULT_VARIANTS: Variants = ["control", "test"].map((key) => ({ key, rollout_percentage: 50 }));

/** Returns what a response shows of it. */
export function experimentContent(experiment: Omit<ExperimentRecord, keyof SavedRecord>) {
  const { name, description, feature_flag_key, start_date, end_date, archived, conclusion, conclusion_comment } =
    experiment;
  const { design, deleted } = experiment;
  const named = { name, description, feature_flag_key, start_date, end_date, archived };
  const content: Design = JSON.parse(design);
  return { ...named, ...content, conclusion, conclusion_comment, deleted: deleted === true };
}

/** Declares experiments, which make their flags, and turn them on when they are launched. */
export const experimentsOf = (flags: FlagChangePorts) =>
  savedResource({
    kind: EXPERIMENTS,
    keyOf: (projectId, id) => ({ projectId, id: numberOf(id) }),
    item: (one) => ({ scope: "Experiment", id: String(one.id), name: one.name, content: experimentContent(one) }),
    limit: { max: 500, of: "experiments" },
    ...hideable,
    read: async (given: Fields, projectId, records) => {
      const { parameters, metrics, metrics_secondary, exposure_criteria, ...fields } = given;
      const { feature_flag_key: key, start_date, end_date, deleted } = fields;
      const design = definedFields({ metrics, metrics_secondary, exposure_criteria });
      resolveConditions(withoutNulls(design), 0, []);
      await withDefinitions(design, projectId, records, { path: [] });
      const flag = key === undefined ? undefined : await findFlag(projectId, key, flags);
      return (found) => {
        const known: Design = found.design === undefined ? NO_DESIGN : JSON.parse(found.design);
        const fixed = flag ? variantsOf(flag) : known.parameters?.feature_flag_variants;
        const planned = withVariants(parameters ?? known.parameters, fixed);
        return {
          ...fields,
          deleted: deletedMark(deleted),
          start_date: isoTimeOf("start_date", start_date, true),
          end_date: isoTimeOf("end_date", end_date, true),
          design: boundedText("metrics", { ...known, ...design, parameters: planned }, MAX_BYTES),
        };
      };
    },
    follow: async ({ before, after }, { projectId, by }) => {
      if (!after?.start_date || before?.start_date) return;
      const flag = await findFlag(projectId, after.feature_flag_key, flags);
      if (!flag || parseStoredFlag(flag.definition).active) return;
      await updateFlag({ projectId, by }, flag.number, { active: true }, flags);
    },
    make: async (saved, { feature_flag_key = "", design = "{}", ...fields }, records) => {
      const { projectId, createdBy: by } = saved;
      if (!(await findFlag(projectId, feature_flag_key, flags))) {
        const variants = (JSON.parse(design) as Design).parameters?.feature_flag_variants;
        const filters = { groups: [{ properties: [], rollout_percentage: 100 }], multivariate: { variants } };
        const flag = { key: feature_flag_key, name: fields.name, active: false, filters };
        await createFlag({ projectId, by }, flag, flags);
      }
      const id = await nextNumber(records, "experiments");
      const given = definedFields(fields);
      return { ...saved, ...EMPTY, id, feature_flag_key, design, ...given };
    },
    check: ({ start_date: start, end_date: end }) => {
      if (end === null || (start !== null && end > start)) return;
      throw invalidInput("end_date", "end_date is not after start_date.");
    },
  });

const NO_CONCLUSION = { conclusion: null, conclusion_comment: null };
const EMPTY = { name: "", description: "", start_date: null, end_date: null, archived: false, ...NO_CONCLUSION };

async function findFlag(projectId: ProjectId, key: string, { flags }: FlagChangePorts) {
  return (await flags.list(projectId)).find((flag) => flag.key === key && !flag.deleted);
}

/** Throws `invalid_input` for a flag that has none, or is of groups. */
function variantsOf({ key, definition }: StoredFlag): Variants {
  const {
    multivariate,
    aggregation_group_type: type,
    aggregation_group_type_index: index,
  } = parseStoredFlag(definition).filters;
  const refuse = (detail: string) => invalidInput("feature_flag_key", detail);
  const variants = multivariate?.variants ?? [];
  if (variants.length < 2) throw refuse(`The flag ${key} has no variants. An experiment needs two.`);
  if ((type ?? index ?? null) !== null) throw refuse(`The flag ${key} is of groups. An experiment is of persons.`);
  return variants.map((one) => ({ key: one.key, rollout_percentage: one.rollout_percentage }));
}

/** Keeps the variants: those of the flag, or those that a new flag gets. */
function withVariants(parameters: Design["parameters"], fixed: Variants | undefined): Design["parameters"] {
  const variants = parameters?.feature_flag_variants ?? fixed ?? DEFAULT_VARIANTS;
  const sharesOf = (some: Variants) => JSON.stringify(some.map((one) => [one.key, one.rollout_percentage]));
  if (fixed === undefined || sharesOf(fixed) === sharesOf(variants)) {
    return { ...parameters, feature_flag_variants: [...variants] };
  }
  throw invalidInput("parameters__feature_flag_variants", "The variants are those of the flag.");
}
