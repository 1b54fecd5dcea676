/** Returns a function that does the work up to `perSecond` times a second, and otherwise returns the last result. */
export function shareResults<T>(work: () => Promise<T>, perSecond: number, now: () => number = Date.now) {
  let last: Promise<T> | undefined;
  let [second, count] = [0, 0];
  return (): Promise<T> => {
    const current = Math.floor(now() / 1000);
    if (current !== second) [second, count] = [current, 0];
    if (last && count >= perSecond) return last;
    count += 1;
    last = work();
    return last;
  };
}
