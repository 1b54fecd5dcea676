import { problem } from "../../lib/problem.ts";

/** "first" answers one question after the other; "second" helps out while one of them takes long. */
export type ProcessName = "first" | "second";

export interface QuestionTurnsOptions {
  readonly longMs: number;
  readonly max: number;
  readonly maxPerProject: number;
  readonly maxWaitMs: number;
  /** Ends the question in the second process at once: it fails, and is asked again. */
  readonly interruptSecond: () => void;
  readonly mayNeedFirst: (error: unknown) => boolean;
}

interface Question {
  readonly project: string;
  /** Runs the question and settles its answer. Resolves with whether the first process has to run it again. */
  readonly run: (process: ProcessName, running: Running) => Promise<boolean>;
  /** Fails the question because it has waited for too long. */
  readonly giveUp: () => void;
  readonly needsFirst: boolean;
  /** Set while the question waits. */
  wait?: NodeJS.Timeout;
}

interface Running {
  readonly project: string;
  takesLong: boolean;
  isInterrupted: boolean;
}

const RETRY_SECONDS = 5;
const tooMany = () =>
  problem("throttled", { detail: "Too many questions wait. Try again later.", retryAfter: RETRY_SECONDS });

/**
 * A project runs one question at a time, and projects take turns. While one takes long in the first process, other
 * projects' questions run in the second. One that takes long there, too, is interrupted once another project waits, and
 * then waits for the first process. So long questions delay only their own project, however many projects ask them.
 */
export function questionTurns(options: QuestionTurnsOptions) {
  /** Keyed by project. The first project is the next one. */
  const waiting = new Map<string, Question[]>();
  const inProcess = new Map<ProcessName, Running>();
  let count = 0;

  function enqueue(question: Question): void {
    const { project, needsFirst } = question;
    const others = waiting.get(project) ?? [];
    waiting.set(project, needsFirst ? [question, ...others] : [...others, question]);
    count += 1;
    question.wait = setTimeout(() => {
      remove(question);
      question.giveUp();
    }, options.maxWaitMs).unref();
  }

  function remove(question: Question): void {
    const { project, wait } = question;
    clearTimeout(wait);
    const others = waiting.get(project)?.filter((other) => other !== question) ?? [];
    if (others.length > 0) waiting.set(project, others);
    else waiting.delete(project);
    count -= 1;
  }

  function startNext(): void {
    const isNew = ({ project }: Question) => ![...inProcess.values()].some((each) => each.project === project);
    const isForSecond = (question: Question) => isNew(question) && !question.needsFirst;
    if (!inProcess.has("first")) start("first", find(isNew));
    if (!inProcess.get("first")?.takesLong) return;
    const second = inProcess.get("second");
    if (!second) start("second", find(isForSecond));
    else if (second.takesLong && !second.isInterrupted && find(isForSecond)) {
      second.isInterrupted = true;
      options.interruptSecond();
    }
  }

  function find(isWanted: (question: Question) => boolean): Question | undefined {
    for (const [question] of waiting.values()) if (question && isWanted(question)) return question;
    return undefined;
  }

  function start(process: ProcessName, question: Question | undefined): void {
    if (!question) return;
    const { project } = question;
    remove(question);
    const others = waiting.get(project);
    if (others) {
      waiting.delete(project);
      waiting.set(project, others); // behind all other projects
    }
    const running: Running = { project, takesLong: false, isInterrupted: false };
    inProcess.set(process, running);
    const timer = setTimeout(() => {
      running.takesLong = true;
      startNext();
    }, options.longMs);
    void question.run(process, running).then((isAgain) => {
      clearTimeout(timer);
      inProcess.delete(process);
      if (isAgain) enqueue({ ...question, needsFirst: true });
      startNext();
    });
  }

  /** Runs work in turn, perhaps twice. Throws `throttled` if too many questions wait, or this one for too long. */
  return async <T>(project: string, work: (process: ProcessName) => Promise<T>): Promise<T> => {
    if (count >= options.max || (waiting.get(project)?.length ?? 0) >= options.maxPerProject) throw tooMany();
    return new Promise<T>((resolve, reject) => {
      const run = async (process: ProcessName, running: Running) => {
        try {
          resolve(await work(process));
        } catch (error) {
          if (process === "second" && (running.isInterrupted || options.mayNeedFirst(error))) return true;
          reject(error);
        }
        return false;
      };
      enqueue({ project, run, giveUp: () => reject(tooMany()), needsFirst: false });
      startNext();
    });
  };
}
