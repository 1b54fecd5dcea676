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
export class QuestionTurns {
  readonly #options: QuestionTurnsOptions;
  /** Keyed by project. The first project is the next one. */
  readonly #waiting = new Map<string, Question[]>();
  readonly #running = new Map<ProcessName, Running>();
  #count = 0;

  constructor(options: QuestionTurnsOptions) {
    this.#options = options;
  }

  /** Runs work in turn, perhaps twice. Throws `throttled` if too many questions wait, or this one for too long. */
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
