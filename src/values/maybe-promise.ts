/** A value that is usually known at once, without the cost of a promise. */
export type MaybePromise<T> = T | Promise<T>;

/** Returns what `use` makes of the value: at once if it is known. */
export function mapMaybe<T, U>(value: MaybePromise<T>, use: (value: T) => U): MaybePromise<U> {
  return value instanceof Promise ? value.then(use) : use(value);
}
