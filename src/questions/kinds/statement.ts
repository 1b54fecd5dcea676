import type { SqlValue } from "../engine/engine-methods.ts";

/** SQL with the values of its parameters. */
export interface Statement {
  readonly sql: string;
  readonly values: Readonly<Record<string, SqlValue>>;
  /** Whether a client wrote parts of the SQL. */
  readonly isForeign?: boolean;
  /** How many rows to return at most, if there may be more. */
  readonly maxRows?: number;
  /** The field that has the SQL of a client. */
  readonly attr?: string;
}

/** Collects the values of a statement. No value of a client is ever part of its text. */
export class Parameters {
  readonly values: Record<string, SqlValue> = {};
  readonly #isForeign: boolean;
  #count = 0;

  /** Parameters in SQL of which a client wrote parts look different. */
  constructor(isForeign = false) {
    this.#isForeign = isForeign;
  }

  /** Returns the parameter that stands for the value. */
  add(value: SqlValue): string {
    this.#count += 1;
    const name = `v${this.#count}`;
    this.values[name] = value;
    return this.#isForeign ? `{${name}}` : `$${name}`;
  }
}

/** Returns a time as SQL. */
export function instant(ms: number): string {
  return `TIMESTAMPTZ '${new Date(ms).toISOString()}'`;
}

/** The years 1 and 9999: no event has a time beyond them. */
const [MIN_TIME, MAX_TIME] = [-62_135_596_800_000, 253_402_300_799_999];

/** Returns any time as SQL, or the first or last one that an event may have. */
export function boundedInstant(ms: number): string {
  return instant(Math.min(Math.max(ms, MIN_TIME), MAX_TIME));
}
