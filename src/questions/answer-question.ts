import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { invalidInput, Problem, problem } from "../lib/problem.ts";
import { type ProjectId, StoreUnavailable } from "../store/ports/common.ts";
import type { RecordingLibrary } from "../store/ports/recordings.ts";
import type { Records } from "../store/ports/records.ts";
import type { EngineAnswer } from "./engine/engine-methods.ts";
import { isFileFault } from "./engine/engine-problem.ts";
import type { QuestionEngine, RunningEngine } from "./engine/question-engine.ts";
import { type ProcessName, questionTurns } from "./engine/question-turns.ts";
import { withIssueStates } from "./error-issues.ts";
import {
  type AskedRecordings,
  dependsOnEvents,
  planMatchingSessions,
  type Sessions,
} from "./kinds/matching-sessions.ts";
import { type EventQuestion, planBeginning, planQuestion } from "./kinds/plan-question.ts";
import type { Plan, QueryResponse, QuestionContext, StatementRows } from "./kinds/question-context.ts";
import type { Statement } from "./kinds/statement.ts";
import { withoutTestAccounts } from "./kinds/test-accounts.ts";
import type { ProjectCalendar, ProjectRows } from "./project-rows.ts";
import { withDefinitions } from "./references.ts";

export type AnsweringProcess = { readonly engine: QuestionEngine; readonly rows: ProjectRows };

interface AnswerOptions {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly cacheBytes: number;
  readonly recordings: Pick<RecordingLibrary, "find">;
  readonly records: Records;
}

export interface QuestionOptions {
  readonly timeZone: string;
  readonly weekStart: 0 | 1;
  readonly isForced: boolean;
  /** JSON of the conditions that take out events of test accounts. */
  readonly testAccountFilters: string;
}

interface Asked {
  readonly asked: unknown;
  /** Finds where a chart of all time begins, if one is asked for. */
  readonly beginning?: (groupTypes: readonly string[]) => Statement | undefined;
  readonly plan: (context: QuestionContext) => Plan;
}

const DEFAULT_ROWS = 50_000;
const MAX_SESSIONS = 1000;
/** Limit of statements of this program: one event may be large. */
const MAX_RUN_BYTES = 256 * 1024 * 1024;
/** SQL that depends on the time of its run: its answer is kept for `TIME_STEP_MS`. */
const DEPENDS_ON_TIME = /now|current_|today|random|uuid/i;
const TIME_STEP_MS = 10_000;
/** A question that runs for longer than `longMs` does not make others wait. */
const TURNS = { max: 64, maxPerProject: 8, longMs: 200 };
/** Attempts at a question whose files are deleted meanwhile. */
const MAX_ATTEMPTS = 5;

export type Answers = ReturnType<typeof answersOf>;

/** Answers questions about projects, and keeps answers in memory while what they depend on is unchanged. */
export function answersOf(
  processes: Readonly<Record<ProcessName, AnsweringProcess>>,
  { timeoutMs, maxBytes, cacheBytes, recordings, records }: AnswerOptions,
  now: () => number,
) {
  const runInTurn = questionTurns({
    ...TURNS,
    maxWaitMs: timeoutMs,
    interruptSecond: () => processes.second.engine.interrupt(),
    mayNeedFirst: (error) => error instanceof Problem && error.code === "query_limit_exceeded",
  });
  const known = new LRUCache<string, { readonly answer: QueryResponse; readonly bytes: number }>({
    maxSize: cacheBytes,
    sizeCalculation: ({ bytes }) => bytes,
  });

  function inTurn<T>(project: ProjectId, work: (engine: RunningEngine, rows: ProjectRows) => Promise<T>): Promise<T> {
    return runInTurn(project, (name) => {
      const { engine, rows } = processes[name];
      return engine.run(async (running) => {
        for (let attempt = 1; ; attempt += 1) {
          try {
            return await work(running, rows);
          } catch (error) {
            // An erasure deletes files at once, even those that a question reads.
            if (!isFileFault(error)) throw error;
            rows.forget(project);
            if (attempt === MAX_ATTEMPTS) throw new StoreUnavailable("History files are gone.", { cause: error });
          }
        }
      });
    });
  }

  function answerIn(project: ProjectId, { asked, beginning, plan: planOf }: Asked, options: QuestionOptions) {
    const { timeZone, weekStart, isForced } = options;
    return inTurn(project, async (engine, rows): Promise<QueryResponse> => {
      const { version, groupTypes, readAt } = await rows.refresh(project, { timeZone, weekStart }, engine, isForced);
      const at = now();
      const first = beginning?.(groupTypes);
      const earliest = first ? (JSON.parse((await run(engine, project, first)).rows)[0]?.[0] ?? null) : null;
      const plan = planOf({ calendar: { timeZone, weekStart, now: at }, groupTypes, earliest });
      const step = timeStep(plan.statements, at);
      const key = keyOf([project, version, timeZone, weekStart, asked, plan.statements, step]);
      // Recordings come and go without a change of the rows.
      const found = isForced || plan.sessionIds ? undefined : known.get(key);
      const last_refresh = new Date(readAt).toISOString();
      if (found) return { ...found.answer, is_cached: true, ...(step === 0 && { last_refresh }) };
      const answers: StatementRows[] = [];
      let bytes = 1000;
      for (const statement of plan.statements) {
        const answer = await run(engine, project, statement);
        bytes += answer.rows.length;
        answers.push({ ...answer, rows: JSON.parse(answer.rows) });
      }
      const sessions = plan.sessionIds?.(answers) ?? [];
      const recorded = sessions.length === 0 ? [] : await recordings.find(project, sessions.slice(0, MAX_SESSIONS));
      const results = plan.shape(answers, new Set(recorded.map(({ sessionId }) => sessionId)));
      const answer = { ...results, timezone: timeZone, is_cached: false, last_refresh, cache_key: key };
      known.set(key, { answer, bytes: bytes * 2 });
      return answer;
    });
  }

  async function run(
    { remote }: RunningEngine,
    project: ProjectId,
    { sql, values, isForeign = false, maxRows, attr }: Statement,
    ownBytes = maxBytes,
  ): Promise<EngineAnswer> {
    const limits = { maxRows: maxRows ?? DEFAULT_ROWS, maxBytes: ownBytes, timeoutMs };
    const answer = await remote.ask({ project, sql, values, isForeign, ...limits }).catch((error) => {
      const isOfField = attr !== undefined && error instanceof Problem && error.code === "invalid_input";
      throw isOfField ? invalidInput(attr, error.message) : error;
    });
    if (maxRows === undefined && answer.hasMore) {
      const detail = `The answer has more than ${DEFAULT_ROWS} rows: ask for a shorter time, or for less.`;
      throw problem("query_limit_exceeded", { detail });
    }
    return answer;
  }

  return {
    /** Answers a question about a project. Throws what the contract describes, such as `query_limit_exceeded`. */
    async ask(project: ProjectId, asked: EventQuestion, options: QuestionOptions): Promise<QueryResponse> {
      const own = withoutTestAccounts(asked, options.testAccountFilters);
      const question = await withDefinitions(await withIssueStates(own, project, records), project, records);
      const plan = (context: QuestionContext) => planQuestion(question, context);
      const beginning = (groupTypes: readonly string[]) => planBeginning(question, groupTypes);
      return answerIn(project, { asked: question, beginning, plan }, options);
    },

    /** Answers what this program asks about a project. Throws as `ask`. */
    answer: (project: ProjectId, plan: (context: QuestionContext) => Plan, options: QuestionOptions) =>
      answerIn(project, { asked: null, plan }, options),

    /** Returns those of the sessions that a question about recordings selects by their events. Throws as `ask`. */
    async matchSessions(
      project: ProjectId,
      wanted: AskedRecordings,
      sessions: Sessions,
      options: QuestionOptions,
    ): Promise<ReadonlySet<string>> {
      if (!dependsOnEvents(wanted) || sessions.ids.length === 0) return new Set(sessions.ids);
      const question = await withDefinitions(wanted, project, records);
      const plan = (context: QuestionContext) => planMatchingSessions(question, sessions, context);
      const beginning = (groupTypes: readonly string[]) =>
        question.funnel && planBeginning(question.funnel.source, groupTypes);
      const { results } = await answerIn(project, { asked: [question, sessions], beginning, plan }, options);
      return new Set((results as readonly (readonly string[])[]).flat());
    },

    /** Runs a statement of this program about a project's rows, as they are now. Throws as `ask`. */
    run: (project: ProjectId, statement: Statement, calendar: ProjectCalendar) =>
      inTurn(project, async (engine, rows) => {
        await rows.refresh(project, calendar, engine);
        return run(engine, project, statement, MAX_RUN_BYTES);
      }),

    async close(): Promise<void> {
      await Promise.all(Object.values(processes).map(({ engine }) => engine.close()));
    },
  };
}

function timeStep(statements: readonly Statement[], now: number): number {
  const depends = statements.some(({ sql, isForeign }) => isForeign && DEPENDS_ON_TIME.test(sql));
  return depends ? Math.floor(now / TIME_STEP_MS) : 0;
}

function keyOf(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}
