import { type Command, Option } from "commander";
import type { Schemas } from "../../../generated/openapi.ts";
import type { EventQuestion } from "../../questions/kinds/plan-question.ts";
import type { QueryResponse } from "../../questions/kinds/question-context.ts";
import { PROJECT_OPTION, type ProjectOption } from "../choose-project.ts";
import { type CliContext, UsageError } from "../cli-context.ts";
import { checkFormat, type FormatOptions, printAnswer } from "../contract/print-body.ts";
import { askQuestion } from "../contract/remote-service.ts";
import { examples, print } from "../output.ts";
import { readCount, readInput } from "../read-input.ts";
import { funnelText, retentionText, trendsText } from "./print-results.ts";

type EventsNode = Schemas["EventsNode"];
type Window = NonNullable<Schemas["QueryFunnelsFilter"]["funnelWindowIntervalUnit"]>;
type RetentionFilter = Schemas["RetentionQuery"]["retentionFilter"];

interface AskOptions extends ProjectOption {
  readonly from?: string;
  readonly to?: string;
  readonly where: readonly string[];
  readonly breakdown?: string;
  readonly json?: true;
}

interface TrendsOptions extends AskOptions {
  readonly math: NonNullable<EventsNode["math"]>;
  readonly mathProperty?: string;
  readonly interval: NonNullable<Schemas["TrendsQuery"]["interval"]>;
}

interface FunnelOptions extends AskOptions {
  readonly window: string;
  readonly order: NonNullable<Schemas["QueryFunnelsFilter"]["funnelOrderType"]>;
}

interface RetentionOptions extends AskOptions {
  readonly returning?: string;
  readonly period: NonNullable<RetentionFilter["period"]>;
  readonly intervals: string;
  readonly recurring?: true;
}

const MATHS: readonly TrendsOptions["math"][] = [
  ...(["total", "dau", "weekly_active", "monthly_active", "unique_session"] as const),
  ...(["sum", "avg", "min", "max", "median", "p75", "p90", "p95", "p99"] as const),
];
const INTERVALS: readonly TrendsOptions["interval"][] = ["hour", "day", "week", "month", "quarter", "year"];
const ORDERS: readonly FunnelOptions["order"][] = ["ordered", "strict", "unordered"];
const PERIODS: readonly RetentionOptions["period"][] = ["Hour", "Day", "Week", "Month"];
const WINDOW_UNITS: Readonly<Record<string, Window>> = { m: "minute", h: "hour", d: "day", w: "week" };
const LIMITS = { series: 20, window: 100_000, intervals: 100, steps: 2 };
const BREAKDOWN = ["--breakdown <property>", "divide by a property of events, or person.<property>"] as const;

const MAX_SQL_CHARACTERS = 65_536;
const MAX_ROWS = 10_000;

export function addAskCommands(program: Command, context: CliContext): void {
  const ask = program
    .command("ask")
    .summary("ask common questions about events")
    .description(
      "Ask about trends, funnels and retention, whether or not the service is running. The answer is a table with a " +
        "small chart, or with --json what the service returns.",
    )
    .addHelpText("after", examples("ask trends '$pageview' --math dau --interval week --from -90d"));
  for (const add of [addTrends, addFunnel, addRetention]) add(ask, context);
}

function addTrends(ask: Command, context: CliContext): void {
  addCommon(ask.command("trends"), "-30d")
    .summary("how often something happened, or how many did it")
    .description("Show how often events happened over time, or how many persons did it (--math dau).")
    .argument("<events...>", "names of events, each a series")
    .addOption(new Option("--math <math>", "what is counted").choices(MATHS).default("total"))
    .option("--math-property <property>", "the property of sum, avg, min, max, median, p75, p90, p95 and p99")
    .addOption(new Option("--interval <interval>", "how long the intervals are").choices(INTERVALS).default("day"))
    .option(...BREAKDOWN)
    .addHelpText("after", examples("ask trends '$pageview' --math dau --breakdown '$browser' --from -30d"))
    .action(async (events: readonly string[], options: TrendsOptions) => {
      const { math, mathProperty, interval } = options;
      if (events.length > LIMITS.series) throw new UsageError(`Up to ${LIMITS.series} events can be shown.`);
      const needsProperty = MATHS.indexOf(math) >= MATHS.indexOf("sum");
      if (needsProperty !== (mathProperty !== undefined)) {
        throw new UsageError("--math-property goes with --math sum, avg, min, max, median, p75, p90, p95 and p99.");
      }
      const property = mathProperty !== undefined && { math_property: mathProperty };
      const series = events.map((event): EventsNode => ({ kind: "EventsNode", event, math, ...property }));
      await answer({ kind: "TrendsQuery", series, interval, ...selected(options) }, options, trendsText, context);
    });
}

function addFunnel(ask: Command, context: CliContext): void {
  addCommon(ask.command("funnel"), "-30d")
    .summary("how many do several things one after the other")
    .description("Show how many persons do one thing after the other, where they stop, and how long they take.")
    .argument("<steps...>", "names of events, at least two")
    .option("--window <time>", "how long the steps may take together: 30m, 12h, 14d or 2w", "14d")
    .addOption(new Option("--order <order>", "how the steps follow each other").choices(ORDERS).default("ordered"))
    .option(...BREAKDOWN)
    .addHelpText("after", examples("ask funnel 'product viewed' 'added to cart' 'order paid' --window 7d"))
    .action(async (steps: readonly string[], options: FunnelOptions) => {
      if (steps.length < LIMITS.steps || steps.length > LIMITS.series) {
        throw new UsageError(`A funnel has from ${LIMITS.steps} to ${LIMITS.series} steps.`);
      }
      const series = steps.map((event) => ({ kind: "EventsNode", event }) as const);
      const funnelsFilter = { ...readWindow(options.window), funnelOrderType: options.order };
      const question = { kind: "FunnelsQuery", series, funnelsFilter, ...selected(options) } as const;
      await answer(question, options, funnelText, context);
    });
}

function addRetention(ask: Command, context: CliContext): void {
  addCommon(ask.command("retention"), null)
    .summary("how many come back")
    .description("Show how many of the persons who did something for the first time in an interval came back later.")
    .argument("[event]", "name of the event", "$pageview")
    .option("--returning <event>", "name of the event of those who come back (default: the same)")
    .addOption(new Option("--period <period>", "how long the intervals are").choices(PERIODS).default("Week"))
    .option("--intervals <count>", `number of intervals, up to ${LIMITS.intervals}`, "8")
    .option("--recurring", "count a person in each interval with such an event, not only in the first")
    .addHelpText("after", examples("ask retention 'signed up' --returning '$pageview' --period Day"))
    .action(async (event: string, options: RetentionOptions) => {
      const { returning = event, period, recurring } = options;
      const totalIntervals = readCount("--intervals", options.intervals, LIMITS.intervals);
      const retentionFilter: RetentionFilter = {
        period,
        totalIntervals,
        retentionType: recurring ? "retention_recurring" : "retention_first_time",
        targetEntity: { id: event, type: "events" },
        returningEntity: { id: returning, type: "events" },
      };
      await answer({ kind: "RetentionQuery", retentionFilter, ...selected(options) }, options, retentionText, context);
    });
}

function addCommon(command: Command, from: string | null): Command {
  command.option(...PROJECT_OPTION);
  if (from !== null)
    command.option("--from <time>", "the first day, such as 2026-05-01, -30d, -12w, mStart or all", from);
  return command
    .option("--to <time>", "the last day, which is included, or a time (default: now)")
    .option(...WHERE_OPTION)
    .option("--json", "print the answer as the service returns it")
    .addHelpText("after", WHERE_HELP);
}

async function answer(
  question: EventQuestion,
  { project, json }: AskOptions,
  toText: (answer: QueryResponse) => string,
  context: CliContext,
): Promise<void> {
  const found = await askQuestion(project, question, context);
  print(context, json, found, toText(found));
}

function selected({ from, to, where, breakdown }: AskOptions) {
  const dateRange = { ...(from !== undefined && { date_from: from }), ...(to !== undefined && { date_to: to }) };
  const common = { dateRange, ...readConditions(where) };
  if (breakdown === undefined) return common;
  const { key, type } = ownerOf(breakdown);
  return { ...common, breakdownFilter: { breakdown: key, breakdown_type: type } };
}

function readWindow(text: string): Schemas["QueryFunnelsFilter"] {
  const [, count = "", letter = ""] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  const unit = WINDOW_UNITS[letter];
  if (unit === undefined) throw new UsageError("--window must be a time such as 30m, 12h, 14d or 2w.");
  const funnelWindowInterval = readCount("--window", count, LIMITS.window);
  return { funnelWindowInterval, funnelWindowIntervalUnit: unit };
}

export function addSqlCommand(program: Command, context: CliContext): void {
  program
    .command("sql")
    .summary("answer a question in SQL")
    .description(
      "Run one SELECT on a project, whether or not the service is running. The tables are events, persons, " +
        "person_distinct_ids, groups and sessions; properties.name is a property. The limits are the service's " +
        "(ANSWERS_…). A table shows the beginning of long values; --csv and --json print all of them.",
    )
    .argument("[sql]", "the SELECT, in quotes")
    .option(...PROJECT_OPTION)
    .option("--file <path>", "read the SQL from a file, or from standard input if this is -")
    .option("--csv", "print CSV, with the names of the columns in the first line")
    .option("--json", "print the answer as the service returns it")
    .option("--limit <rows>", `number of rows, up to ${MAX_ROWS}`, String(MAX_ROWS))
    .addHelpText(
      "after",
      examples(
        "sql 'SELECT event, count() FROM events GROUP BY event ORDER BY 2 DESC'",
        "sql --file question.sql --csv > answer.csv",
      ),
    )
    .action(
      async (
        argument: string | undefined,
        options: ProjectOption & FormatOptions & { file?: string; limit: string },
      ) => {
        checkFormat(options);
        const limit = readCount("--limit", options.limit, MAX_ROWS);
        const query = await readSql(argument, options.file, context);
        const answer = await askQuestion(options.project, { kind: "HogQLQuery", query }, context);
        const rows = Array.isArray(answer.results) ? answer.results : [];
        const hasMore = answer.hasMore || rows.length > limit;
        await printAnswer({ ...answer, results: rows.slice(0, limit), hasMore, limit }, options, context);
      },
    );
}

async function readSql(argument: string | undefined, file: string | undefined, context: CliContext): Promise<string> {
  if ((argument === undefined) === (file === undefined)) {
    throw new UsageError("Give the SQL as one argument in quotes, or --file.");
  }
  const text = argument ?? Buffer.from(await readInput(file ?? "", context)).toString();
  if (text.trim() === "") throw new UsageError("The SQL is empty.");
  if (text.length > MAX_SQL_CHARACTERS) throw new UsageError(`The SQL has more than ${MAX_SQL_CHARACTERS} characters.`);
  return text;
}

type Filter = Schemas["QueryPropertyFilter"];
type Operator = NonNullable<Filter["operator"]>;

const OPERATORS: Readonly<Record<string, Operator>> = {
  "=": "exact",
  "!=": "is_not",
  "~": "icontains",
  "!~": "not_icontains",
  ">": "gt",
  ">=": "gte",
  "<": "lt",
  "<=": "lte",
};
const COMPARISON = /^(\S.*?) (!=|!~|>=|<=|[=~<>]) (.*)$/s;
const PRESENCE = /^(\S.*?) is (not )?set$/s;
const NUMERIC: ReadonlySet<Operator> = new Set(["gt", "gte", "lt", "lte"]);

const WHERE_OPTION = [
  "--where <condition>",
  "only events that meet a condition, such as 'plan = pro'; repeat it for several",
  (condition: string, others: readonly string[]) => [...others, condition],
  [] as readonly string[],
] as const;

const WHERE_HELP = `
Conditions:
  'plan = pro'              a property of the event; != if it is another, or absent
  'person.email ~ @x.org'   a property of its person that has a text in it; !~ if not
  'price >= 10'             a number; also >, < and <=
  'coupon is set'           or 'is not set'
Spaces are around the operator, and the value is all that follows.`;

export function readConditions(conditions: readonly string[]): { readonly properties?: Filter[] } {
  return conditions.length === 0 ? {} : { properties: conditions.map(readCondition) };
}

function readCondition(text: string): Filter {
  const [, present, not] = PRESENCE.exec(text) ?? [];
  if (present !== undefined) return { ...ownerOf(present), operator: not ? "is_not_set" : "is_set" };
  const [, name, symbol = "", value = ""] = COMPARISON.exec(text) ?? [];
  const operator = OPERATORS[symbol];
  if (name === undefined || operator === undefined) {
    throw new UsageError(`--where '${text}' is no condition: write 'plan = pro', with spaces around the operator.`);
  }
  if (!NUMERIC.has(operator)) return { ...ownerOf(name), operator, value };
  const number = Number(value);
  if (value.trim() === "" || Number.isNaN(number)) throw new UsageError(`--where '${text}' needs a number.`);
  return { ...ownerOf(name), operator, value: number };
}

/** Returns whose property it is, of events or of their persons, and its name. */
function ownerOf(name: string): { readonly key: string; readonly type: "event" | "person" } {
  const ofPerson = /^person\.(.+)$/s.exec(name)?.[1];
  return ofPerson === undefined ? { key: name, type: "event" } : { key: ofPerson, type: "person" };
}
