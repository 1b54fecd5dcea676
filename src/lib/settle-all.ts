/** Returns the results of all promises. Waits for all of them even if some are rejected; throws the first reason. */
export async function settleAll<T>(promises: Iterable<Promise<T>>): Promise<T[]> {
  const results = await Promise.allSettled(promises);
  return results.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
}

/** Runs `work` for each item, up to `limit` at once. After an error starts no more, waits, and throws it. */
export async function forEachOf<T>(
  items: Iterable<T> | AsyncIterable<T>,
  limit: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  let hasFailed = false;
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const runWorker = async () => {
    try {
      for (let next = await iterator.next(); !next.done && !hasFailed; next = await iterator.next()) {
        await work(next.value);
      }
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  await settleAll(Array.from({ length: limit }, runWorker)).finally(() => iterator.return?.());
}
