import { problem } from "../../lib/problem.ts";

/** The first answers one question after the other; the second helps out while one of them takes long. */
export type ProcessName = "first" | "second";

export interface QuestionTurnsOptions {
  /** A question that runs for longer takes long. */
  readonly longMs: number;
  /** How many questions may wait, altogether and of one project. */
  readonly max: number;
  readonly maxPerProject: number;
  /** How long a question may wait. */
  readonly maxWaitMs: number;
  /** Ends what the second process does at once: its question fails, and is asked again. */
  readonly interruptSecond: () => void;
  /** Returns whether a question that failed in the second process may succeed in the first one. */
  readonly mayNeedFirst: (error: unknown) => boolean;
}

interface Question {
  readonly project: string;
  /** Runs it, and settles its answer. Resolves with whether it has to be asked again, in the first process. */
  readonly run: (process: ProcessName, running: Running) => Promise<boolean>;
  /** Settles its answer: it has waited for too long. */
  readonly giveUp: () => void;
  /** Whether it has to run in the first process. */
  readonly needsFirst: boolean;
  /** Calls `giveUp`; set while the question waits. */
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
 * Decides which question runs next, and where. A project runs one question at a time, and projects take turns. While
 * one takes long in the first process, other projects' questions run in the second one. One that takes long there as
 * well runs on until another project waits; then it is interrupted, and waits for the first process. So a long question
 * delays only its own project, however many projects ask long questions.
 */
export class QuestionTurns {
  readonly #options: QuestionTurnsOptions;
  /** By project; the first project is the next one. */
  readonly #waiting = new Map<string, Question[]>();
  readonly #running = new Map<ProcessName, Running>();
  #count = 0;

  constructor(options: QuestionTurnsOptions) {
    this.#options = options;
  }

  /**
   * Runs work for a project when it is its turn; it may run again. Throws `throttled` if too many questions wait, or
   * this one for too long.
   */
  async run<T>(project: string, work: (process: ProcessName) => Promise<T>): Promise<T> {
    const { max, maxPerProject, mayNeedFirst } = this.#options;
    if (this.#count >= max || (this.#waiting.get(project)?.length ?? 0) >= maxPerProject) {
      throw tooMany();
    }
    return new Promise<T>((resolve, reject) => {
      const run = async (process: ProcessName, running: Running) => {
        try {
          resolve(await work(process));
        } catch (error) {
          if (process === "second" && (running.isInterrupted || mayNeedFirst(error))) return true;
          reject(error);
        }
        return false;
      };
      this.#enqueue({ project, run, giveUp: () => reject(tooMany()), needsFirst: false });
      this.#startNext();
    });
  }

  #enqueue(question: Question): void {
    const { project, needsFirst } = question;
    const others = this.#waiting.get(project) ?? [];
    this.#waiting.set(project, needsFirst ? [question, ...others] : [...others, question]);
    this.#count += 1;
    question.wait = setTimeout(() => {
      this.#remove(question);
      question.giveUp();
    }, this.#options.maxWaitMs).unref();
  }

  #remove(question: Question): void {
    const { project, wait } = question;
    clearTimeout(wait);
    const others = this.#waiting.get(project)?.filter((other) => other !== question) ?? [];
    if (others.length > 0) this.#waiting.set(project, others);
    else this.#waiting.delete(project);
    this.#count -= 1;
  }

  #startNext(): void {
    const isNew = ({ project }: Question) => ![...this.#running.values()].some((each) => each.project === project);
    const isForSecond = (question: Question) => isNew(question) && !question.needsFirst;
    if (!this.#running.has("first")) this.#start("first", this.#find(isNew));
    if (!this.#running.get("first")?.takesLong) return;
    const second = this.#running.get("second");
    if (!second) this.#start("second", this.#find(isForSecond));
    else if (second.takesLong && !second.isInterrupted && this.#find(isForSecond)) {
      second.isInterrupted = true;
      this.#options.interruptSecond();
    }
  }

  #find(isWanted: (question: Question) => boolean): Question | undefined {
    for (const [question] of this.#waiting.values()) if (question && isWanted(question)) return question;
    return undefined;
  }

  #start(process: ProcessName, question: Question | undefined): void {
    if (!question) return;
    const { project } = question;
    this.#remove(question);
    const others = this.#waiting.get(project);
    if (others) {
      this.#waiting.delete(project);
      this.#waiting.set(project, others); // behind all other projects
    }
    const running: Running = { project, takesLong: false, isInterrupted: false };
    this.#running.set(process, running);
    const timer = setTimeout(() => {
      running.takesLong = true;
      this.#startNext();
    }, this.#options.longMs);
    void question.run(process, running).then((isAgain) => {
      clearTimeout(timer);
      this.#running.delete(process);
      if (isAgain) this.#enqueue({ ...question, needsFirst: true });
      this.#startNext();
    });
  }
}
