import type { SqlValue } from "../engine/engine-methods.ts";

export interface Statement {
  readonly sql: string;
  readonly values: Readonly<Record<string, SqlValue>>;
  readonly isForeign?: boolean;
  readonly maxRows?: number;
  /** The field with the client's SQL. */
  readonly attr?: string;
}

/** Collects the values of a statement, so that its text has no value of a client. */
export class Parameters {
  readonly values: Record<string, SqlValue> = {};
  readonly #isForeign: boolean;
  #count = 0;

  constructor(isForeign = false) {
    this.#isForeign = isForeign;
  }

  add(value: SqlValue): string {
    this.#count += 1;
    const name = `v${this.#count}`;
    this.values[name] = value;
    return this.#isForeign ? `{${name}}` : `$${name}`;
  }
}

export function instant(ms: number): string {
  return `TIMESTAMPTZ '${new Date(ms).toISOString()}'`;
}

/** The years 1 and 9999: no event has a time beyond them. */
const [MIN_TIME, MAX_TIME] = [-62_135_596_800_000, 253_402_300_799_999];

/** Clamps the time to those that an event may have. */
export function boundedInstant(ms: number): string {
  return instant(Math.min(Math.max(ms, MIN_TIME), MAX_TIME));
}
