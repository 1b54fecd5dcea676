import type { Schemas } from "../../generated/openapi.ts";
import type { JsonDifference } from "../lib/json/json-differences.ts";
import { Problem } from "../lib/problem.ts";
import { isoTime } from "../lib/wire-fields.ts";
import type { Millis, ProjectId } from "../store/ports/common.ts";
import type { Records } from "../store/ports/records.ts";
import { ACTIVITY, type ActivityRecord } from "../store/records/change-kinds.ts";
import { ACTIONS, ANNOTATIONS } from "../store/records/saved-kinds.ts";
import { scanAll } from "../store/records/scan-all.ts";
import { newestPresentOf } from "../tenants/saved-record.ts";
import type { Answers, QuestionOptions } from "./answer-question.ts";
import { findSteps } from "./find-steps.ts";
import { bucketsOf } from "./kinds/buckets.ts";
import { resolveRange } from "./kinds/date-range.ts";
import { type EventCondition, EventStatement } from "./kinds/matching-events.ts";
import { propertySql } from "./kinds/property-filters.ts";
import type { Plan, QuestionContext } from "./kinds/question-context.ts";
import { instant } from "./kinds/statement.ts";
import { DAY_MS, toUtc } from "./kinds/time-zone.ts";
import { withDefinitions } from "./references.ts";
import { remember } from "./remember.ts";

type Findings = Schemas["Findings"];
export type Finding = Schemas["Finding"];
type Found = Omit<Finding, "segment" | "near">;
type Segment = Finding["segment"];

const MORNINGS = 30;
/** Whole days that are read: those of the mornings, and the weeks before the first. */
const RANGE = { date_from: "-86d", date_to: "-1d" };
const MAX_EVENTS = 300;
const MAX_ACTIONS = 50;
const MAX_FINDINGS = 20;
const MAX_NEAR = 5;
const MAX_CHANGES = 500;
const KNOWN_MS = 3_600_000;
/** Days before a step with which its segments are compared. */
const SEGMENT_DAYS = 28;
const MAX_VALUES = 50;
/** What a change is looked for in. */
const SEGMENTS = [
  ...["$browser", "$os", "$device_type", "$geoip_country_code", "$host", "$pathname", "$referring_domain"],
  ...["utm_source", "utm_campaign", "$lib", "$lib_version", "$app_version"],
];
/** A segment has this part of the change, and its part of the events is so much smaller. */
const [MIN_PART, MIN_EXCESS] = [0.5, 0.25];

export type FindingPorts = { readonly answers: Pick<Answers, "answer" | "ask">; readonly records: Records };

export type FindFindings = ReturnType<typeof findingsOf>;

/** Returns what finds steps in a project's events and actions. It throws what answers to questions throw. */
export function findingsOf({ answers, records }: FindingPorts, now: () => Millis) {
  const find = async (project: ProjectId, options: QuestionOptions): Promise<Findings> => {
    const [{ days, names, counts }, actions] = await Promise.all([
      answers.answer(project, planCounts, options).then(({ results }) => results as unknown as Counts),
      countActions(project, options),
    ]);
    const events = names.map((name, index) => ({
      type: "events" as const,
      id: name,
      name,
      counts: counts[index] ?? [],
    }));
    const all = [...events, ...actions];
    const found = all.flatMap((one) => stepsOf(one, days)).toSorted((a, b) => b.since.localeCompare(a.since));
    const shown = found.slice(0, MAX_FINDINGS);
    const segments = await segmentsOf(project, shown, options);
    const near = shown.length === 0 ? () => [] : await notesNearby(project, options.timeZone);
    const results = shown.map((one, index) => ({ ...one, segment: segments[index] ?? null, near: near(one.since) }));
    return { results, tested: all.length, until: days.at(-1) ?? "" };
  };
  return remember(find, { maxMs: KNOWN_MS, now });

  async function countActions(project: ProjectId, options: QuestionOptions) {
    const newest = (await scanAll(records, ACTIONS, newestPresentOf(project))).slice(0, MAX_ACTIONS);
    const usable = newest.map(async (one) => ((await isDefined(one.id, project)) ? [one] : []));
    const present = (await Promise.all(usable)).flat();
    if (present.length === 0) return [];
    const series = present.map(({ id }) => ({ kind: "ActionsNode" as const, id }));
    const { results } = await answers.ask(project, { kind: "TrendsQuery", series, dateRange: RANGE }, options);
    const lines = results as unknown as Schemas["TrendsResult"][];
    return present.map(({ id, name }, index) => {
      return { type: "actions" as const, id: String(id), name, counts: (lines[index]?.data ?? []).map(Number) };
    });
  }

  /** Returns whether what an action refers to is there: else the answer would be refused. */
  async function isDefined(id: number, project: ProjectId): Promise<boolean> {
    try {
      await withDefinitions({ kind: "ActionsNode", id }, project, records);
      return true;
    } catch (error) {
      if (error instanceof Problem) return false;
      throw error;
    }
  }

  async function segmentsOf(project: ProjectId, found: readonly Found[], options: QuestionOptions): Promise<Segment[]> {
    if (found.length === 0) return [];
    const conditions = found.map(({ type, id }) => (type === "events" ? { event: id } : { kind: "ActionsNode", id }));
    const defined: readonly EventCondition[] = await withDefinitions(conditions, project, records);
    const plan = (context: QuestionContext): Plan => ({
      statements: found.map((one, index) => selectSegments(one, defined[index] ?? {}, context)),
      shape: (answers) => ({ results: answers.map(({ rows }) => mostChanged(rows as SegmentRow[])) as never }),
    });
    return (await answers.answer(project, plan, options)).results as unknown as Segment[];
  }

  /** Returns a function that finds annotations, and changes of flags and experiments, near a day. */
  async function notesNearby(projectId: ProjectId, timeZone: string) {
    const ofScope = (scope: "FeatureFlag" | "Experiment") => {
      const newest = { where: { projectId, scope }, orderBy: "sequence", descending: true } as const;
      return records.list(ACTIVITY, newest, { limit: MAX_CHANGES, offset: 0 });
    };
    const [notes, flags, experiments] = await Promise.all([
      scanAll(records, ANNOTATIONS, { where: { projectId, deleted: false }, orderBy: "date_marker" }),
      ofScope("FeatureFlag"),
      ofScope("Experiment"),
    ]);
    const changes = [...flags.items, ...experiments.items];
    const all = [
      ...notes.map(({ date_marker, content }) => ({ at: Date.parse(date_marker), say: () => content })),
      ...changes.map((change) => ({ at: change.at, say: () => changeText(change) })),
    ].toSorted((a, b) => a.at - b.at);
    return (day: string) => {
      const begin = toUtc(timeZone, Date.parse(day));
      const near = all.filter(({ at }) => at >= begin - DAY_MS && at < begin + 2 * DAY_MS);
      return near.slice(0, MAX_NEAR).map(({ at, say }) => ({ at: isoTime(at), text: say() }));
    };
  }
}

interface Counts {
  readonly days: readonly string[];
  readonly names: readonly string[];
  readonly counts: readonly (readonly number[])[];
}

/** Counts the events of each name and day. */
function planCounts({ calendar, groupTypes }: QuestionContext): Plan {
  const statement = new EventStatement(groupTypes);
  const range = resolveRange(RANGE, calendar);
  const { days, index } = bucketsOf("day", range, calendar);
  const sql = `SELECT event, list(day), list(n) FROM (
      SELECT event, ${index("timestamp")}::INTEGER AS day, count(*)::INTEGER AS n
      FROM ${statement.from()} WHERE ${statement.within(range)} GROUP BY ALL
    ) GROUP BY event ORDER BY sum(n) DESC, event LIMIT ${MAX_EVENTS}`;
  return {
    statements: [statement.asked(sql)],
    shape: ([answer]) => {
      const rows = (answer?.rows ?? []) as [string, number[], number[]][];
      const counts = rows.map(([, at, n]) => {
        const known = new Map(at.map((day, place) => [day, n[place]]));
        return days.map((_, day) => known.get(day) ?? 0);
      });
      return { results: { days, names: rows.map(([name]) => name), counts } as never };
    },
  };
}

type Counted = Pick<Found, "type" | "id" | "name"> & { readonly counts: readonly number[] };

function stepsOf({ counts, ...one }: Counted, days: readonly string[]): Found[] {
  return findSteps(counts, MORNINGS).map(({ first, last, before, after }) => ({
    ...{ kind: after < before ? "drop" : "rise", ...one, since: days[first] ?? "" },
    until: last === days.length - 1 ? null : (days[last] ?? null),
    ...{ before, after },
  }));
}

/** A day's number of events with a value, before and since the step, and of all events. */
type SegmentRow = [
  property: string,
  value: string | null,
  before: number,
  after: number,
  all: number,
  allAfter: number,
];

function selectSegments({ since, until }: Found, condition: EventCondition, { calendar, groupTypes }: QuestionContext) {
  const statement = new EventStatement(groupTypes);
  const begin = toUtc(calendar.timeZone, Date.parse(since));
  const { to } = resolveRange({ date_from: since, date_to: until ?? RANGE.date_to }, calendar);
  const range = { from: begin - SEGMENT_DAYS * DAY_MS, to };
  const where = [statement.within(range), statement.series(condition)].join(" AND ");
  const values = SEGMENTS.map((name) => `{name: '${name}', value: ${propertySql(name, "event", statement)}}`);
  const perDay = (count: string, ms: number) => `${count} / ${ms / DAY_MS}::DOUBLE`;
  const sql = `WITH values AS (
      SELECT timestamp < ${instant(begin)} AS is_before, unnest([${values.join(", ")}], recursive := true)
      FROM ${statement.from()} WHERE ${where}
    ), rates AS (
      SELECT name, value, ${perDay("count_if(is_before)", begin - range.from)} AS before,
        ${perDay("count_if(NOT is_before)", to - begin)} AS after
      FROM values GROUP BY name, value
    )
    SELECT name, value, before, after, sum(before) OVER named, sum(after) OVER named
    FROM rates WINDOW named AS (PARTITION BY name) ORDER BY abs(after - before) DESC, name, value`;
  return { ...statement.asked(sql), maxRows: MAX_VALUES };
}

/** Returns the value that has more of the change than of the events. */
function mostChanged(rows: readonly SegmentRow[]): Segment {
  const scored = rows.map(([property, value, before, after, all, allAfter]) => {
    const part = (after - before) / (allAfter - all);
    const usual = all === 0 ? 0 : before / all;
    return { segment: { property, value, before, after }, part, excess: part - usual };
  });
  const clear = scored.filter(({ part, excess }) => part >= MIN_PART && excess >= MIN_EXCESS);
  return clear.toSorted((a, b) => b.excess - a.excess)[0]?.segment ?? null;
}

function changeText({ scope, name, activity, changes }: ActivityRecord): string {
  const [of] = (JSON.parse(changes) as JsonDifference[]).filter(({ path }) => path === "active");
  const verb = of ? `turned ${of.after ? "on" : "off"}` : activity === "updated" ? "changed" : activity;
  return `${scope === "FeatureFlag" ? "Flag" : scope} ${name} was ${verb}`;
}
