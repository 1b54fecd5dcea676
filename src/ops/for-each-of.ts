/** Runs `work` for each item, up to `limit` at once. After an error, waits for those that run, then throws it. */
export async function forEachOf<T>(
  items: AsyncIterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let hasFailed = false;
  const iterator = items[Symbol.asyncIterator]();
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
  const results = await Promise.allSettled(Array.from({ length: limit }, runWorker));
  await iterator.return?.();
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
