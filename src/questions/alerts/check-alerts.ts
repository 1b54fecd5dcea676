import { Problem, problem } from "../../lib/problem.ts";
import type { Millis } from "../../store/ports/common.ts";
import type { Records, Stored } from "../../store/ports/records.ts";
import { claimDue } from "../../store/records/claim-due.ts";
import { readSettings } from "../../store/records/project-settings.ts";
import { ALERTS, type AlertCheck, type AlertRecord, type InsightRecord } from "../../store/records/saved-kinds.ts";
import type { Answers } from "../answer-question.ts";
import { addLocal, type Calendar } from "../kinds/time/date-range.ts";
import { toLocal } from "../kinds/time/time-zone.ts";
import type { TrendsQuery } from "../kinds/trends-results.ts";
import { type AlertDefinition, alertDefinition, nextCheckOf, requireTrends } from "./alerts.ts";

export interface CheckPorts {
  readonly records: Records;
  readonly answers: Pick<Answers, "ask">;
  /** Tells those concerned, until the signal. Returns how many there are, and whether one was reached. */
  readonly tell: (alert: AlertRecord, news: News, signal: AbortSignal) => Promise<Told>;
  readonly now: () => Millis;
}

interface Told {
  readonly targets: number;
  readonly isReached: boolean;
}

/** What a check found in a line of the chart. */
export interface Finding {
  readonly label: string;
  readonly day: string;
  /** Null if there is none, as of an average of nothing; infinite for a rise from 0 in percent. */
  readonly value: number | null;
  readonly breach: "lower" | "upper" | null;
}

export interface News {
  readonly state: AlertRecord["state"];
  readonly insight: InsightRecord | null;
  readonly finding: Finding | null;
  readonly error: string | null;
}

/** A check that a node did not finish, and news that reached nobody, are tried again after this time. */
const RETRY_MS = 300_000;
const MAX_ATTEMPTS = 12;
const MAX_CHECKS = 10;

/** Checks all alerts that are due. Several nodes may do so: each check is claimed by one. */
export async function checkAlerts(ports: CheckPorts, signal: AbortSignal): Promise<void> {
  const { records, now } = ports;
  while (!signal.aborted) {
    const due = await claimDue(ALERTS, records, now(), RETRY_MS);
    if (!due) return;
    await check(due, ports, signal);
  }
}

async function check(alert: Stored<AlertRecord>, ports: CheckPorts, signal: AbortSignal): Promise<void> {
  const { records, answers, tell, now } = ports;
  const { projectId, id, revision } = alert;
  const definition = alertDefinition(alert);
  const at = now();
  const settings = await readSettings(projectId, records);
  const calendar = { ...settings, now: at };
  const isSnoozed = definition.snoozed_until !== null && Date.parse(definition.snoozed_until) > at;
  const news = isSnoozed ? SNOOZED : await find();
  const isNews = !isSnoozed && (alert.untold > 0 || known(news.state) !== known(alert.state));
  if (signal.aborted) return; // the claim ends, and it is checked again
  const { targets, isReached } = isNews ? await tell(alert, news, signal) : { targets: 0, isReached: false };
  const untold = targets > 0 && !isReached && alert.untold + 1 < MAX_ATTEMPTS ? alert.untold + 1 : 0;
  const { value: figure = null } = news.finding ?? {};
  const value = Number.isFinite(figure) ? figure : null;
  const done: AlertCheck = { at, value, state: news.state, isTold: isReached, error: news.error };
  const next = nextCheckOf(definition, calendar);
  await records.change(ALERTS, { projectId, id }, (found) => {
    if (found?.revision !== revision) return null; // it was changed meanwhile, and is checked again
    return {
      ...found,
      state: news.state,
      untold,
      dueAt: untold > 0 ? Math.min(next, at + RETRY_MS) : next,
      toldAt: isReached ? at : found.toldAt,
      checks: isSnoozed ? found.checks : [done, ...found.checks].slice(0, MAX_CHECKS),
    };
  });

  async function find(): Promise<News> {
    let insight: InsightRecord | null = null;
    try {
      const asked = await requireTrends(projectId, alert.insight, records);
      insight = asked.insight;
      const { results } = await answers.ask(projectId, asked.question, { ...settings, isForced: false });
      const finding = findingOf(results as readonly Line[], asked.question, definition, calendar);
      return { state: finding.breach ? "Firing" : "Not firing", insight, finding, error: null };
    } catch (error) {
      if (!(error instanceof Problem) || error.retryAfter !== undefined) throw error; // it is tried again
      return { state: "Errored", insight, finding: null, error: error.message };
    }
  }
}

const SNOOZED: News = { state: "Snoozed", insight: null, finding: null, error: null };
const known = (state: AlertRecord["state"]) => (state === "Snoozed" ? "Not firing" : state);

interface Line {
  readonly label: string;
  readonly data: readonly (number | null)[];
  readonly days?: readonly string[];
  readonly aggregated_value?: number | null;
  /** The place of the series or, without an action, of the formula. */
  readonly action?: { readonly order: number } | null;
  readonly order?: number;
  readonly compare_label?: string;
}

/** Compares the lines of a series with the bounds. Returns the first that is outside, else the first. */
export function findingOf(
  lines: readonly Line[],
  { interval = "day" }: Pick<TrendsQuery, "interval">,
  { config, condition: { type }, threshold: { configuration } }: AlertDefinition,
  { timeZone, now }: Calendar,
): Finding {
  const { lower, upper } = configuration.bounds ?? {};
  const isOfSeries = ({ action, order = 0 }: Line) => (action?.order ?? order) === (config.series_index ?? 0);
  const series = lines.filter((line) => line.compare_label !== "previous" && isOfSeries(line));
  const findings = series.map((line): Finding => {
    const { label, data, days = [], aggregated_value: total } = line;
    const isTotal = data.length === 0 && typeof total === "number";
    if (isTotal && type !== "absolute_value") throw unusable("The question has no intervals to compare.");
    const starts = days.map((day) => Date.parse(day.includes(" ") ? `${day.slice(0, 19).replace(" ", "T")}Z` : day));
    const local = toLocal(timeZone, now);
    const whole = starts.findLastIndex((start) => addLocal(interval, start, 1) <= local);
    const place = config.check_ongoing_interval && whole + 1 < data.length ? whole + 1 : whole;
    const [before, current] = isTotal ? [0, total] : [type === "absolute_value" ? 0 : data[place - 1], data[place]];
    if (current === undefined || before === undefined) throw unusable("The question has no whole interval to compare.");
    const value = current === null || before === null ? null : compared(current, before);
    const isOver = value !== null && upper != null && value > upper;
    const isUnder = value !== null && lower != null && value < lower && place === whole;
    return { label, day: days[place] ?? "", value, breach: isUnder ? "lower" : isOver ? "upper" : null };
  });
  const found = findings.find(({ breach }) => breach) ?? findings[0];
  if (!found) throw unusable("The question has no such series.");
  return found;

  function compared(current: number, before: number): number {
    if (type === "absolute_value") return current;
    const change = type === "relative_increase" ? current - before : before - current;
    return configuration.type === "absolute" || change === 0 ? change : change / Math.abs(before);
  }
}

const unusable = (detail: string) => problem("invalid_input", { attr: "insight", detail });
