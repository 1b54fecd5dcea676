import { invalidInput, Problem } from "../../lib/problem.ts";
import type { Millis } from "../../store/ports/common.ts";
import type { Records, Stored } from "../../store/ports/records.ts";
import { eachDue } from "../../store/records/claim-due.ts";
import { readSettings } from "../../store/records/project-settings.ts";
import { ALERTS, type AlertCheck, type AlertRecord, type InsightRecord } from "../../store/records/saved-kinds.ts";
import type { Answers } from "../answer-question.ts";
import { addLocal, type Calendar } from "../kinds/date-range.ts";
import { toLocal } from "../kinds/time-zone.ts";
import type { TrendsEntry, TrendsQuery } from "../kinds/trends-results.ts";
import { type AlertDefinition, alertDefinition, nextCheckOf, requireTrends } from "./alerts.ts";
import { afterNotifying, type Notified, RETRY_MS } from "./notify.ts";

export interface CheckPorts {
  readonly records: Records;
  readonly answers: Pick<Answers, "ask">;
  /** Notifies recipients, until the signal. */
  readonly notify: (alert: AlertRecord, news: News, signal: AbortSignal) => Promise<Notified>;
  readonly now: () => Millis;
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

const MAX_CHECKS = 10;

/** Checks all alerts that are due. Several nodes may do so: each check is claimed by one. */
export async function checkAlerts(ports: CheckPorts, signal: AbortSignal): Promise<void> {
  await eachDue(ALERTS, ports, RETRY_MS, signal, (due) => check(due, ports, signal));
}

async function check(alert: Stored<AlertRecord>, ports: CheckPorts, signal: AbortSignal): Promise<void> {
  const { records, answers, notify, now } = ports;
  const { projectId, id, revision } = alert;
  const definition = alertDefinition(alert);
  const at = now();
  const settings = await readSettings(projectId, records);
  const calendar = { ...settings, now: at };
  const isSnoozed = definition.snoozed_until !== null && Date.parse(definition.snoozed_until) > at;
  const news = isSnoozed ? SNOOZED : await find();
  const isNews = !isSnoozed && (alert.untold > 0 || known(news.state) !== known(alert.state));
  if (signal.aborted) return; // the claim ends, and it is checked again
  const notified = isNews ? await notify(alert, news, signal) : NOBODY;
  const { value: figure = null } = news.finding ?? {};
  const value = Number.isFinite(figure) ? figure : null;
  const done: AlertCheck = { at, value, state: news.state, isTold: notified.isReached, error: news.error };
  const next = nextCheckOf(definition, calendar);
  await records.change(ALERTS, { projectId, id }, (found) => {
    if (found?.revision !== revision) return null; // it was changed meanwhile, and is checked again
    const checks = isSnoozed ? found.checks : [done, ...found.checks].slice(0, MAX_CHECKS);
    return { ...afterNotifying(found, notified, next, at), state: news.state, checks };
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

const NOBODY: Notified = { targets: 0, isReached: false, error: null };
const SNOOZED: News = { state: "Snoozed", insight: null, finding: null, error: null };
const known = (state: AlertRecord["state"]) => (state === "Snoozed" ? "Not firing" : state);

export type Line = Pick<TrendsEntry, "label" | "data" | "compare_label" | "aggregated_value"> & {
  readonly days?: readonly string[];
  /** The place of the series or, without an action, of the formula. */
  readonly action?: { readonly order: number } | null;
  readonly order?: number;
};

/** Returns the numbers of a line in the last whole interval, or in that of now, and in the one before. */
export function lastFigures(
  { data, days = [] }: Line,
  { interval = "day" }: Pick<TrendsQuery, "interval">,
  { timeZone, now }: Calendar,
  isOngoing = false,
) {
  const starts = days.map((day) => Date.parse(day.includes(" ") ? `${day.slice(0, 19).replace(" ", "T")}Z` : day));
  const local = toLocal(timeZone, now);
  const whole = starts.findLastIndex((start) => addLocal(interval, start, 1) <= local);
  const place = isOngoing && whole + 1 < data.length ? whole + 1 : whole;
  return { day: days[place] ?? "", current: data[place], before: data[place - 1], isWhole: place === whole };
}

/** Compares the lines of a series with the bounds. Returns the first that is outside, else the first. */
export function findingOf(
  lines: readonly Line[],
  question: Pick<TrendsQuery, "interval">,
  { config, condition: { type }, threshold: { configuration } }: AlertDefinition,
  calendar: Calendar,
): Finding {
  const { lower, upper } = configuration.bounds ?? {};
  const isOfSeries = ({ action, order = 0 }: Line) => (action?.order ?? order) === (config.series_index ?? 0);
  const series = lines.filter((line) => line.compare_label !== "previous" && isOfSeries(line));
  const findings = series.map((line): Finding => {
    const { label, data, aggregated_value: total } = line;
    const isTotal = data.length === 0 && typeof total === "number";
    if (isTotal && type !== "absolute_value") throw unusable("The question has no intervals to compare.");
    const last = lastFigures(line, question, calendar, config.check_ongoing_interval === true);
    const current = isTotal ? total : last.current;
    const before = isTotal || type === "absolute_value" ? 0 : last.before;
    if (current === undefined || before === undefined) throw unusable("The question has no whole interval to compare.");
    const value = current === null || before === null ? null : compared(current, before);
    const isOver = value !== null && upper != null && value > upper;
    const isUnder = value !== null && lower != null && value < lower && last.isWhole;
    return { label, day: last.day, value, breach: isUnder ? "lower" : isOver ? "upper" : null };
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

const unusable = (detail: string) => invalidInput("insight", detail);
