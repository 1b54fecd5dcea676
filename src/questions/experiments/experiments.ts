import type { components } from "../../../generated/openapi.ts";
import { parseStoredFlag } from "../../flags/define/flag-definition.ts";
import { createFlag, type FlagChangePorts, updateFlag } from "../../flags/manage/edit-flags.ts";
import { parseIsoTime } from "../../ingest/event-time.ts";
import { problem } from "../../lib/problem.ts";
import type { ProjectId } from "../../store/ports/common.ts";
import type { StoredFlag } from "../../store/ports/flags.ts";
import type { Records } from "../../store/ports/records.ts";
import { nextNumber } from "../../store/records/counters.ts";
import { EXPERIMENTS, type ExperimentRecord, type SavedRecord } from "../../store/records/saved-kinds.ts";
import type { SavedContext } from "../../tenants/activity-log.ts";
import {
  boundedText,
  type Change,
  deletedMark,
  mentions,
  newestPresentOf,
  numberOf,
  type SavedPorts,
  type SavedResource,
  type SavedView,
  savedResource,
} from "../../tenants/saved-record.ts";
import { resolveConditions, withoutNulls } from "../kinds/resolve-conditions.ts";
import { withDefinitions } from "../references.ts";

type Schemas = components["schemas"];
export type Metric = Schemas["ExperimentMetric"];
export type Source = Schemas["ExperimentSource"];
type Variant = Schemas["ExperimentVariant"];
type Fields = Partial<Schemas["ExperimentRequest"]>;

const MAX_BYTES = 64 * 1024;
const DEFAULT_VARIANTS: readonly Variant[] = [
  { key: "control", rollout_percentage: 50 },
  { key: "test", rollout_percentage: 50 },
];

/** Returns what a response shows of it. */
export function experimentContent(experiment: Omit<ExperimentRecord, keyof SavedRecord>) {
  const { name, description, flagKey, startedAt, endedAt, archived, conclusion, conclusionComment } = experiment;
  const { parameters, metrics, secondaryMetrics, exposureCriteria, deleted } = experiment;
  const isoTime = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  return {
    ...{ name, description, feature_flag_key: flagKey, start_date: isoTime(startedAt), end_date: isoTime(endedAt) },
    archived,
    parameters: JSON.parse(parameters) as Schemas["ExperimentParameters"],
    metrics: JSON.parse(metrics) as Metric[],
    metrics_secondary: JSON.parse(secondaryMetrics) as Metric[],
    exposure_criteria: JSON.parse(exposureCriteria) as Schemas["ExperimentExposureCriteria"],
    ...{ conclusion, conclusion_comment: conclusionComment, deleted: deleted === true },
  };
}

/** Declares experiments, which make their flags, and turn them on when they are launched. */
export function experimentsOf(flags: FlagChangePorts): SavedResource<SavedView<ExperimentRecord>, Fields, Search> {
  const experiments = declared(flags);
  const launch = async ({ projectId, by }: SavedContext, { flagKey, startedAt }: SavedView<ExperimentRecord>) => {
    const flag = startedAt === null ? undefined : await findFlag(projectId, flagKey, flags);
    if (flag && !parseStoredFlag(flag.definition).active) {
      await updateFlag({ projectId, by }, flag.number, { active: true }, flags);
    }
  };
  return {
    ...experiments,
    create: async (context, fields, ports) => {
      const created = await experiments.create(context, fields, ports);
      await launch(context, created);
      return created;
    },
    update: async (context, id, change: Change<Fields>, ports: SavedPorts) => {
      const key = { projectId: context.projectId, id: numberOf(id) };
      const before = change.start_date ? await ports.records.find(EXPERIMENTS, key) : null;
      const updated = await experiments.update(context, id, change, ports);
      if (before?.startedAt === null) await launch(context, updated);
      return updated;
    },
  };
}

interface Search {
  readonly search?: string | undefined;
}

const declared = (flags: FlagChangePorts) =>
  savedResource({
    kind: EXPERIMENTS,
    keyOf: (projectId, id) => ({ projectId, id: numberOf(id) }),
    item: (one) => ({ scope: "Experiment", id: String(one.id), name: one.name, content: experimentContent(one) }),
    limit: { max: 500, of: "experiments" },
    listed: newestPresentOf,
    counted: (projectId) => ({ where: { projectId } }),
    matches: (experiment, { search }: Search) => mentions(experiment, search),
    isHidden: ({ deleted }) => deleted === true,
    read: async (fields: Fields, projectId, records) => {
      const { feature_flag_key: flagKey, start_date, end_date, metrics, metrics_secondary, exposure_criteria } = fields;
      for (const [name, list] of Object.entries({ metrics, metrics_secondary })) checkMetrics(list, name);
      await checkConditions({ metrics, metrics_secondary, exposure_criteria }, projectId, records);
      const flag = flagKey === undefined ? undefined : await findFlag(projectId, flagKey, flags);
      const { name, description, archived, conclusion, conclusion_comment: conclusionComment, deleted } = fields;
      return (found) => ({
        ...{ name, description, flagKey, archived, conclusion, conclusionComment, deleted: deletedMark(deleted) },
        startedAt: timeOf("start_date", start_date),
        endedAt: timeOf("end_date", end_date),
        parameters: parametersText(fields.parameters, found, flag && variantsOf(flag)),
        metrics: metrics && boundedText("metrics", metrics, MAX_BYTES),
        secondaryMetrics: metrics_secondary && boundedText("metrics_secondary", metrics_secondary, MAX_BYTES),
        exposureCriteria: exposure_criteria && boundedText("exposure_criteria", exposure_criteria, MAX_BYTES),
      });
    },
    make: async (saved, { flagKey = "", parameters = "{}", ...given }, records) => {
      const { projectId, createdBy: by } = saved;
      const { feature_flag_variants } = JSON.parse(parameters) as Schemas["ExperimentParameters"];
      const filters = {
        groups: [{ properties: [], rollout_percentage: 100 }],
        multivariate: { variants: feature_flag_variants },
      };
      if (!(await findFlag(projectId, flagKey, flags))) {
        await createFlag({ projectId, by }, { key: flagKey, name: given.name, active: false, filters }, flags);
      }
      const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      const id = await nextNumber(records, "experiments");
      return { ...saved, ...EMPTY, id, flagKey, parameters, ...fields };
    },
    check: ({ startedAt, endedAt }) => {
      if (endedAt !== null && !(startedAt !== null && endedAt > startedAt)) {
        throw problem("invalid_input", { attr: "end_date", detail: "end_date is not after start_date." });
      }
    },
  });

const EMPTY = {
  ...{ name: "", description: "", startedAt: null, endedAt: null, archived: false },
  ...{ metrics: "[]", secondaryMetrics: "[]", exposureCriteria: "{}", conclusion: null, conclusionComment: null },
};

async function findFlag(projectId: ProjectId, key: string, { flags }: FlagChangePorts) {
  return (await flags.list(projectId)).find((flag) => flag.key === key && !flag.deleted);
}

/** Throws `invalid_input` for a flag that has none, or is of groups. */
function variantsOf({ key, definition }: StoredFlag): readonly Variant[] {
  const { filters } = parseStoredFlag(definition);
  const refuse = (detail: string) => problem("invalid_input", { attr: "feature_flag_key", detail });
  const variants = filters.multivariate?.variants ?? [];
  if (variants.length < 2) throw refuse(`The flag ${key} has no variants. An experiment needs two.`);
  if (typeof (filters.aggregation_group_type_index ?? filters.aggregation_group_type ?? null) !== "object") {
    throw refuse(`The flag ${key} is of groups. An experiment is of persons.`);
  }
  return variants.map((one) => ({ key: one.key, rollout_percentage: one.rollout_percentage }));
}

function timeOf(attr: string, text: string | null | undefined): number | null | undefined {
  const time = typeof text === "string" ? parseIsoTime(text) : undefined;
  if (time === null || (time !== undefined && time < 0)) {
    throw problem("invalid_input", { attr, detail: `${attr} is no time after 1970.` });
  }
  return time ?? (text as null | undefined);
}

/** Keeps the variants: those of the flag, or those that a new flag gets. */
function parametersText(
  given: Schemas["ExperimentParameters"] | undefined,
  { parameters: known }: Partial<ExperimentRecord>,
  ofFlag: readonly Variant[] | undefined,
): string | undefined {
  if (known !== undefined && given === undefined) return undefined;
  const fixed = known === undefined ? ofFlag : JSON.parse(known).feature_flag_variants;
  const feature_flag_variants = given?.feature_flag_variants ?? fixed ?? DEFAULT_VARIANTS;
  const attr = "parameters__feature_flag_variants";
  const isOther = fixed && sharesOf(fixed) !== sharesOf(feature_flag_variants);
  if (isOther) throw problem("invalid_input", { attr, detail: "The variants are those of the flag." });
  return boundedText("parameters", { ...given, feature_flag_variants }, MAX_BYTES);
}

const sharesOf = (variants: readonly Variant[]) =>
  JSON.stringify(variants.map(({ key, rollout_percentage: share }) => [key, share]));

const PARTS = { mean: ["source"], funnel: ["series"], ratio: ["numerator", "denominator"] } as const;

/** Throws `required`, and `invalid_input` for what a kind of metric does not have. */
function checkMetrics(metrics: readonly Metric[] = [], field: string): void {
  for (const [index, metric] of metrics.entries()) {
    const own: readonly string[] = PARTS[metric.metric_type];
    for (const part of Object.values(PARTS).flat()) {
      const attr = `${field}__${index}__${part}`;
      if (own.includes(part) && metric[part] === undefined) throw problem("required", { attr });
      if (own.includes(part) || metric[part] === undefined) continue;
      throw problem("invalid_input", { attr, detail: `A metric of the type ${metric.metric_type} has no ${part}.` });
    }
    for (const [step, { math = "total" }] of (metric.series ?? []).entries()) {
      if (math === "total") continue;
      const attr = `${field}__${index}__series__${step}__math`;
      throw problem("invalid_input", { attr, detail: "A step of a funnel has no math but total." });
    }
  }
}

/** Throws `invalid_input` and `required` for conditions that cannot be met. */
async function checkConditions(parts: object, projectId: ProjectId, records: Records): Promise<void> {
  const given = withoutNulls(parts);
  resolveConditions(given, 0, []);
  await withDefinitions(given, projectId, records, { path: [] });
}
