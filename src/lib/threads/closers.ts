/** Closes one part; when the signal aborts, there is no more time to wait for its work in progress. */
export type Closer = (signal: AbortSignal) => Promise<unknown>;

/** Lets `await using` close what was opened. */
export function closing<T extends { close(): Promise<unknown> }>(opened: T): T & AsyncDisposable {
  return Object.assign(opened, { [Symbol.asyncDispose]: async () => void (await opened.close()) });
}

/** Returns the result of `work`. If it throws, closes all parts before. */
export async function closeOnFailure<T>(closers: readonly Closer[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await closeAll(closers, AbortSignal.timeout(0)).catch(() => undefined);
    throw error;
  }
}

/** Closes all parts, the last one first, and then throws the first error if there was one. */
export async function closeAll(closers: readonly Closer[], signal: AbortSignal): Promise<void> {
  const errors: unknown[] = [];
  for (const close of closers.toReversed()) await close(signal).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}
