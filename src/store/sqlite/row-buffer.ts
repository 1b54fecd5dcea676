import { escapeText } from "../escape-text.ts";
import { writeUuid } from "../stored-ids.ts";
import type { Sql } from "./sqlite-connection.ts";

/** What a column holds: a whole number of up to 15 digits, any text, or a UUID in lower case, stored as 16 bytes. */
type ColumnType = "integer" | "text" | "uuid";
type RowValue = string | number | null;

/** Texts follow the fixed parts of all rows, which have their position, counted from 1, and their length. */
const POSITION_DIGITS = 9;
const LENGTH_UNIT = 10 ** POSITION_DIGITS;
const SIZES = { integer: 16, text: 2 * POSITION_DIGITS, uuid: 16 } as const;
const MAX_INTEGER = 999_999_999_999_999;
/** The most UTF-8 bytes for a UTF-16 unit that `escapeText` escapes. */
const MAX_UNIT_BYTES = 7;
const [MINUS, ZERO] = [0x2d, 0x30];

/** Shared by all statements of a thread: the driver copies it. */
const shared = Buffer.allocUnsafeSlow(256 * 1024);

function fixedSize(columns: readonly ColumnType[]): number {
  return columns.reduce((size, type) => size + SIZES[type], 0);
}

/**
 * Makes a query for the columns of rows (`column1`, …). `?1` are their bytes, `?2` is a JSON array with an item
 * for each. The limits keep SQLite from computing ranges again for each use.
 */
function selectRows(columns: readonly ColumnType[]): string {
  const offsets = columns.map((_, index) => fixedSize(columns.slice(0, index)));
  const part = (index: number, type: ColumnType) => `substr(?1, start + ${offsets[index]}, ${SIZES[type]})`;
  const integer = (index: number, type: ColumnType) => `CAST(${part(index, type)} AS INTEGER)`;
  // The position and the length of a text are read as one number.
  const ranges = columns.flatMap((type, index) => (type === "text" ? `${integer(index, type)} AS range${index}` : []));
  const expressions = columns.map((type, index) => {
    if (type === "uuid") return part(index, type);
    if (type === "integer") return integer(index, type);
    return `CAST(substr(?1, range${index} / ${LENGTH_UNIT}, range${index} % ${LENGTH_UNIT}) AS TEXT)`;
  });
  const named = expressions.map((expression, index) => `${expression} AS column${index + 1}`);
  const starts = `SELECT key * ${fixedSize(columns)} + 1 AS start FROM json_each(?2) LIMIT -1`;
  return `SELECT ${named.join(", ")} FROM (SELECT ${["start", ...ranges].join(", ")} FROM (${starts}) LIMIT -1)`;
}

/** Holds rows as bytes, from which one statement takes all values: binding each would take longer than inserting it. */
class RowBuffer {
  readonly #columns: readonly ColumnType[];
  readonly #size: number;
  #buffer: Buffer = shared;
  #end: number;
  count = 0;

  constructor(columns: readonly ColumnType[], maxRows: number) {
    this.#columns = columns;
    this.#size = fixedSize(columns);
    this.#end = maxRows * this.#size;
  }

  /** Valid until the next row buffer is filled. */
  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#end);
  }

  /** Adds a row. Returns false if its texts do not fit; those of the first row always do. */
  add(values: readonly RowValue[]): boolean {
    if (!this.#ensureRoom(values)) return false;
    let offset = this.count * this.#size;
    for (let index = 0; index < this.#columns.length; index++) {
      const value = values[index];
      const type = this.#columns[index] as ColumnType;
      if (type === "integer") {
        this.#writeInteger(value, offset);
        offset += SIZES.integer;
      } else if (typeof value !== "string") throw new TypeError(`A text column cannot hold ${value}.`);
      else if (type === "text") {
        this.#writeText(value, offset);
        offset += SIZES.text;
      } else {
        writeUuid(value, this.#buffer, offset);
        offset += SIZES.uuid;
      }
    }
    this.count += 1;
    return true;
  }

  #ensureRoom(values: readonly RowValue[]): boolean {
    let units = 0;
    for (const value of values) if (typeof value === "string") units += value.length;
    if (this.#end + units * MAX_UNIT_BYTES <= this.#buffer.length) return true;
    if (this.count > 0) return false;
    const bytes = values.map((value) => (typeof value === "string" ? Buffer.byteLength(escapeText(value)) : 0));
    this.#buffer = Buffer.allocUnsafeSlow(bytes.reduce((sum, size) => sum + size, this.#end));
    return true;
  }

  #writeText(text: string, offset: number): void {
    let length = this.#buffer.write(text, this.#end);
    // Only text beyond ASCII, and NUL, can need escapes: looking for them takes longer than writing the text.
    if (length > text.length || text.includes("\0")) length = this.#buffer.write(escapeText(text), this.#end);
    writeDigits(this.#end + 1, this.#buffer, offset, POSITION_DIGITS);
    writeDigits(length, this.#buffer, offset + POSITION_DIGITS, POSITION_DIGITS);
    this.#end += length;
  }

  #writeInteger(value: RowValue | undefined, offset: number): void {
    if (typeof value !== "number" || !Number.isInteger(value) || value > MAX_INTEGER || value < -MAX_INTEGER) {
      throw new TypeError(`A column cannot hold ${value}: it must be a whole number of up to 15 digits.`);
    }
    this.#buffer[offset] = value < 0 ? MINUS : ZERO;
    const digits = Math.abs(value);
    const high = Math.floor(digits / 1e7);
    writeDigits(high, this.#buffer, offset + 1, 8);
    writeDigits(digits - high * 1e7, this.#buffer, offset + 9, 7);
  }
}

function writeDigits(number: number, buffer: Uint8Array, offset: number, digits: number): void {
  let rest = number | 0;
  for (let index = offset + digits - 1; index >= offset; index--) {
    const next = (rest / 10) | 0;
    buffer[index] = ZERO + rest - next * 10;
    rest = next;
  }
}

/** More in one statement would hardly be faster. */
const MAX_ROWS = 200;

type RowsStatement = { readonly columns: readonly ColumnType[]; readonly text: string };

/** Makes a statement that inserts rows of these columns `into` a table. `rest` follows `SELECT * FROM (…) AS new`. */
export function insertStatement(into: string, columns: readonly ColumnType[], rest = ""): RowsStatement {
  return { columns, text: `${into} SELECT * FROM (${selectRows(columns)}) AS new ${rest}` };
}

/** Makes a statement that updates with rows of these columns, which are `new.column1` and so on. */
export function updateStatement(update: string, columns: readonly ColumnType[], where: string): RowsStatement {
  return { columns, text: `${update} FROM (${selectRows(columns)}) AS new WHERE ${where}` };
}

/** Writes a row for each item, of the values that `toValues` returns, in order. Returns how many were written. */
export function writeRows<Item>(
  sql: Sql,
  { columns, text }: RowsStatement,
  items: readonly Item[],
  toValues: (item: Item) => readonly RowValue[],
): number {
  let written = 0;
  for (let next = 0; next < items.length; ) {
    const rows = new RowBuffer(columns, Math.min(items.length - next, MAX_ROWS));
    while (rows.count < MAX_ROWS && next < items.length && rows.add(toValues(items[next] as Item))) next++;
    written += sql.run(text, rows.bytes, `[${"0,".repeat(rows.count - 1)}0]`);
  }
  return written;
}
