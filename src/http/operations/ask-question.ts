import { createHash } from "node:crypto";
import type { Schemas } from "../../../generated/openapi.ts";
import { Problem, problem } from "../../lib/problem.ts";
import type { Answers, QuestionOptions } from "../../questions/answer-question.ts";
import { resolveRange } from "../../questions/kinds/date-range.ts";
import {
  type AskedRecordings,
  checkRecordingsQuery,
  dependsOnEvents,
} from "../../questions/kinds/matching-sessions.ts";
import { plainQuestion, type Question } from "../../questions/kinds/plan-question.ts";
import type { QueryResponse } from "../../questions/kinds/question-context.ts";
import { withoutTestSessions } from "../../questions/kinds/test-accounts.ts";
import { searchRecordings } from "../../recordings/recording-library.ts";
import type { RecordingStats } from "../../recordings/recording-view.ts";
import type { ProjectId, UserId } from "../../store/ports/common.ts";
import type { Recording, RecordingPosition } from "../../store/ports/recordings.ts";
import type { Records } from "../../store/ports/records.ts";
import { readSettings } from "../../store/records/project-settings.ts";
import type { ServicePorts } from "../service-ports.ts";
import { recordingToWire } from "./recording-wire.ts";

type Ports = Pick<ServicePorts, "store" | "answers" | "legacy" | "now">;
type Figure = Schemas["QueryRecordingFigure"];

interface Asking {
  readonly projectId: ProjectId;
  readonly refresh: string | boolean | undefined;
  readonly userId: UserId;
}

const DEFAULT_FROM = "-3d";
const DEFAULT_LIMIT = 20;
const DAY_MS = 86_400_000;

export async function askQuestion(asked: Question, asking: Asking, ports: Ports): Promise<QueryResponse> {
  const { projectId, refresh } = asking;
  const question = plainQuestion(asked);
  const options = await questionOptions(projectId, refresh, ports.store.records);
  try {
    if (question.kind !== "RecordingsQuery") return await ports.answers.ask(projectId, question, options);
    return await findRecordings(withoutTestSessions(question, options.testAccountFilters), asking, options, ports);
  } catch (error) {
    if (question.kind === asked.kind || !(error instanceof Problem)) throw error;
    throw problem(error.code, {
      ...error,
      attr: error.attr?.replace(/^query__/, "query__source__"),
      detail: error.message,
    });
  }
}

async function findRecordings(
  question: AskedRecordings,
  { projectId, userId }: Asking,
  options: Parameters<Answers["ask"]>[2],
  { store, answers, legacy, now }: Ports,
): Promise<QueryResponse> {
  const { date_from, date_to, limit, after, person_uuid, person_email, distinct_ids, session_ids } = question;
  const time = now();
  const calendar = { ...options, now: time };
  const range = resolveRange({ date_from: date_from || DEFAULT_FROM, date_to: date_to ?? null }, calendar, DAY_MS, "");
  checkRecordingsQuery(question, calendar);
  const query = {
    from: range.from,
    to: range.to - 1,
    personUuid: person_uuid?.toLowerCase(),
    personEmail: person_email ?? undefined,
    distinctIds: distinct_ids,
    sessionIds: session_ids,
  };
  const matchSessions = (recordings: readonly Recording[]) => {
    const sessions = { ids: recordings.map(({ sessionId }) => sessionId), range: eventTimes(recordings) };
    return answers.matchSessions(projectId, question, sessions, options);
  };
  const search = {
    query,
    isMatch: (stats: RecordingStats) => (question.having_predicates ?? []).every((figure) => isMet(figure, stats)),
    matchSessions: dependsOnEvents(question) ? matchSessions : null,
  };
  const page = { after: typeof after === "string" ? parseCursor(after) : null, limit: limit ?? DEFAULT_LIMIT };
  const { persons, recordings } = store;
  const found = await searchRecordings(projectId, search, page, userId, { ...recordings, persons, legacy });
  const last_refresh = new Date(time).toISOString();
  return {
    results: found.recordings.map(recordingToWire),
    has_next: found.next !== null,
    ...(found.next && { next_cursor: formatCursor(found.next) }),
    limit: page.limit,
    timezone: options.timeZone,
    is_cached: false,
    last_refresh,
    cache_key: createHash("md5")
      .update(JSON.stringify([projectId, question, last_refresh]))
      .digest("hex"),
  };
}

function eventTimes(recordings: readonly Recording[]) {
  const firsts = recordings.map(({ summary }) => summary.firstMs);
  const lasts = recordings.map(({ summary }) => summary.lastMs);
  return { from: Math.min(...firsts) - DAY_MS, to: Math.max(...lasts) + DAY_MS };
}

const FIGURES: Readonly<Record<Figure["key"], (stats: RecordingStats) => number>> = {
  duration: ({ recordingDuration }) => recordingDuration,
  active_seconds: ({ activeSeconds }) => activeSeconds,
  inactive_seconds: ({ inactiveSeconds }) => inactiveSeconds,
  click_count: ({ clickCount }) => clickCount,
  keypress_count: ({ keypressCount }) => keypressCount,
  mouse_activity_count: ({ mouseActivityCount }) => mouseActivityCount,
  console_log_count: ({ consoleLogCount }) => consoleLogCount,
  console_warn_count: ({ consoleWarnCount }) => consoleWarnCount,
  console_error_count: ({ consoleErrorCount }) => consoleErrorCount,
};

const COMPARISONS: Readonly<Record<Figure["operator"], (difference: number) => boolean>> = {
  exact: (difference) => difference === 0,
  gt: (difference) => difference > 0,
  gte: (difference) => difference >= 0,
  lt: (difference) => difference < 0,
  lte: (difference) => difference <= 0,
};

function isMet({ key, operator, value }: Figure, stats: RecordingStats): boolean {
  return COMPARISONS[operator](FIGURES[key](stats) - value);
}

/** Encodes the position in base64, so that clients take it as a whole; it names a place in their project only. */
function formatCursor({ firstMs, sessionId }: RecordingPosition): string {
  return Buffer.from(JSON.stringify([firstMs, sessionId])).toString("base64url");
}

function parseCursor(cursor: string): RecordingPosition {
  const [firstMs, sessionId] = parseList(Buffer.from(cursor, "base64url").toString("utf8"));
  if (Number.isSafeInteger(firstMs) && typeof sessionId === "string") return { firstMs: Number(firstMs), sessionId };
  const detail = "after is not a cursor of this service: take next_cursor as it is.";
  throw problem("invalid_input", { attr: "query__after", detail });
}

function parseList(text: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

export async function questionOptions(
  projectId: ProjectId,
  refresh: string | boolean | undefined,
  records: Records,
): Promise<QuestionOptions> {
  const isForced = refresh === true || refresh === "force_blocking" || refresh === "force_async";
  return { ...(await readSettings(projectId, records)), isForced };
}
