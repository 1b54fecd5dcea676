import { MessageChannel, type Transferable } from "node:worker_threads";
import { Problem } from "../problem.ts";

export interface Channel {
  postMessage(message: unknown, transfers?: readonly Transferable[]): void;
  on(event: "message", listener: (message: Call | Result | typeof END) => void): unknown;
}

/** The methods of an object in another thread: each call resolves or rejects as the method does there. */
export type Remote<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<Awaited<R>> : never;
};

export interface Connection<T> {
  readonly remote: Remote<T>;
  /** Rejects every pending call and all later ones. */
  fail(error: Error): void;
}

interface Call {
  readonly call: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

interface Result {
  readonly result: number;
  readonly value?: unknown;
  readonly error?: PortableError;
}

interface PortableError {
  readonly message: string;
  readonly stack?: string | undefined;
  /** Present if it arrives as a `Problem`; errors of all other classes arrive as `Error`. */
  readonly problem?: Pick<Problem, "code" | "attr" | "retryAfter" | "size"> | undefined;
}

/** Ends the thread that receives it: see `endThread`. */
export const END = { end: true } as const;

type Methods = Record<string, (...args: readonly unknown[]) => unknown>;

/** Connects to the other end: `remote` calls its `local` methods. Copies values, except buffers under `transfer`. */
export function connect<T>(channel: Channel, local: object = {}): Connection<T> {
  const pending = new Map<number, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>();
  const senders = new Map<string | symbol, unknown>();
  let lastCall = 0;
  let failure: Error | undefined;

  channel.on("message", (message) => {
    if ("end" in message) process.exit();
    if ("call" in message) return void answer(channel, local as Methods, message);
    const call = pending.get(message.result);
    pending.delete(message.result);
    if (message.error) call?.reject(revive(message.error));
    else call?.resolve(message.value);
  });

  const sender =
    (method: string) =>
    (...args: readonly unknown[]) =>
      new Promise<unknown>((resolve, reject) => {
        if (failure) return reject(failure);
        lastCall += 1;
        channel.postMessage({ call: lastCall, method, args } satisfies Call, transfersOf(args));
        pending.set(lastCall, { resolve, reject });
      });
  const remote = new Proxy(Object.create(null), {
    get(_, method) {
      if (method === "then") return undefined; // so that `await` does not treat the proxy as a promise
      if (!senders.has(method)) senders.set(method, sender(String(method)));
      return senders.get(method);
    },
  }) as Remote<T>;

  return {
    remote,
    fail(error) {
      failure = error;
      for (const { reject } of pending.values()) reject(error);
      pending.clear();
    },
  };
}

const transfers = new WeakMap<object, readonly Transferable[]>();

/** Marks buffers of an argument or a result to be moved, not copied: they are empty here afterwards. */
export function transfer<T extends object>(value: T, buffers: readonly Transferable[]): T {
  transfers.set(value, buffers);
  return value;
}

function transfersOf(values: readonly unknown[]): Transferable[] {
  return values.flatMap((value) => (typeof value === "object" && value !== null && transfers.get(value)) || []);
}

async function answer(channel: Channel, methods: Methods, { call, method, args }: Call): Promise<void> {
  try {
    const target = methods[method];
    if (!target) throw new Error(`The other thread offers no method ${method}.`);
    const value = await target.apply(methods, args as unknown[]);
    channel.postMessage({ result: call, value } satisfies Result, transfersOf([value]));
  } catch (error) {
    channel.postMessage({ result: call, error: portable(error) } satisfies Result);
  }
}

/** Returns what of an error crosses threads: structured cloning drops the message of database drivers' errors. */
function portable(error: unknown): PortableError {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack } = error;
  if (!(error instanceof Problem)) return { message, stack };
  const { code, attr, retryAfter, size } = error;
  return { message, stack, problem: { code, attr, retryAfter, size } };
}

function revive({ message, stack, problem }: PortableError): Error {
  const error = problem ? new Problem(problem.code, { ...problem, detail: message }) : new Error(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}

/** Returns the buffer of these bytes for `transfer`; nothing if it holds other data too, so that it must be copied. */
export function ownBuffer({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

const { port1: closedPort, port2 } = new MessageChannel();
port2.close();

/** Freeing takes 2 µs: as much as collecting buffers of this size. */
const MIN_FREED_BYTES = 16 * 1024;

/**
 * Frees a large buffer by moving it to a port whose other end is closed. Otherwise a thread that allocates little would
 * keep up to 64 MB of dead buffers until V8's next collection, and new ones would take fresh pages.
 */
export function freeBuffer(buffer: ArrayBuffer): void {
  if (buffer.byteLength >= MIN_FREED_BYTES) closedPort.postMessage(null, [buffer]);
}
