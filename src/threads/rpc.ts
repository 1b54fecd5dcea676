import type { MessagePort, Transferable, Worker } from "node:worker_threads";

/** What two threads can talk through. */
export type Channel = MessagePort | Worker;

type Methods<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => Promise<infer R> ? (...args: A) => Promise<R> : never;
};

interface Call {
  readonly call: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

interface Answer {
  readonly answer: number;
  readonly value?: unknown;
  readonly error?: unknown;
}

/** A far object's methods as if it were here: each call resolves or rejects as it does over there. */
export interface RemoteClient<T> {
  call<K extends keyof T & string>(method: K, ...args: Parameters<Methods<T>[K]>): ReturnType<Methods<T>[K]>;
  /** Fails every call that is under way and all later ones. */
  fail(error: Error): void;
}

/** Calls the methods that `serveCalls` offers at the other end of the line. `transfer` picks what of the arguments is moved and not copied. */
export function connect<T>(
  line: Channel,
  transfer: (args: readonly unknown[]) => Transferable[] = () => [],
): RemoteClient<T> {
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: unknown) => void }>();
  let last = 0;
  let broken: Error | undefined;
  line.on("message", (message: Answer) => {
    if (message.answer === undefined) return;
    const call = waiting.get(message.answer);
    waiting.delete(message.answer);
    if ("error" in message) call?.reject(message.error);
    else call?.resolve(message.value as never);
  });
  return {
    call: (method, ...args) =>
      new Promise<never>((resolve, reject) => {
        if (broken) return reject(broken);
        last += 1;
        line.postMessage({ call: last, method, args } satisfies Call, transfer(args));
        waiting.set(last, { resolve, reject });
      }) as never,
    fail(error) {
      broken = error;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    },
  };
}

/** Answers the calls that come over the line with the object's methods. */
export function expose(line: Channel, target: object): void {
  const methods = target as Record<string, (...args: readonly unknown[]) => unknown>;
  line.on("message", async (message: Call) => {
    if (message.call === undefined) return;
    let answer: Answer;
    try {
      answer = { answer: message.call, value: await methods[message.method]?.(...message.args) };
    } catch (error) {
      answer = { answer: message.call, error: toCloneableError(error) };
    }
    line.postMessage(answer);
  });
}

/** The error as one that arrives with its message: what is copied of errors of other kinds, a database driver's among them, lacks it. */
function toCloneableError(error: unknown): Error {
  const copy = new Error(error instanceof Error ? error.message : String(error));
  if (error instanceof Error && error.stack !== undefined) copy.stack = error.stack;
  return copy;
}
