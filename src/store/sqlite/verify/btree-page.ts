/** A page of one of SQLite's B-trees: see https://sqlite.org/fileformat.html, section 1.6. */
export interface BtreePage {
  /** Whether its tree is a table with row ids as keys, not an index. */
  readonly isTable: boolean;
  /** The pages below, in order; none in a leaf. */
  readonly children: readonly number[];
  /** Of a table, the row ids of the cells, in order: in a leaf of rows, otherwise the largest below each child. */
  readonly rowIds: readonly number[];
  /** The rest of cells that are too large for the page: the first page of each chain, and how much it has. */
  readonly chains: readonly Chain[];
}

export interface Chain {
  readonly first: number;
  readonly pages: number;
  readonly bytes: number;
}

/** At the begin of each page of a chain, the number of the next one. */
export const CHAIN_POINTER_BYTES = 4;

/** The page is not what SQLite writes. */
export class MalformedPage extends Error {}

const [INTERIOR_INDEX, INTERIOR_TABLE, LEAF_INDEX, LEAF_TABLE] = [2, 5, 10, 13];
/** The first page begins with the header of the file. */
const FILE_HEADER_BYTES = 100;
const MAX_PAGE_BYTES = 65_536;

/** Returns what the page refers to. Throws `MalformedPage` if it contradicts itself. */
export function readBtreePage(page: Buffer, number: number, usableBytes: number): BtreePage {
  const header = number === 1 ? FILE_HEADER_BYTES : 0;
  const type = page.readUInt8(header);
  const isTable = type === INTERIOR_TABLE || type === LEAF_TABLE;
  const isLeaf = type === LEAF_INDEX || type === LEAF_TABLE;
  if (!isTable && !isLeaf && type !== INTERIOR_INDEX) throw new MalformedPage(`is of no known type (${type})`);
  const cells = page.readUInt16BE(header + 3);
  const contentStart = page.readUInt16BE(header + 5) || MAX_PAGE_BYTES;
  const pointers = header + (isLeaf ? 8 : 12);
  const pointersEnd = pointers + 2 * cells;
  if (pointersEnd > contentStart || contentStart > usableBytes) throw new MalformedPage("has too many cells");
  const reader = new CellReader(page, { isTable, isLeaf, usableBytes });
  for (let at = pointers; at < pointersEnd; at += 2) {
    const start = page.readUInt16BE(at);
    if (start < contentStart) throw new MalformedPage("has a cell outside of its content");
    reader.read(start);
  }
  if (reader.bytes > usableBytes - contentStart) throw new MalformedPage("has cells that overlap");
  const { children, rowIds, chains } = reader;
  if (!isLeaf) children.push(page.readUInt32BE(header + 8));
  return { isTable, children, rowIds, chains };
}

class CellReader {
  readonly children: number[] = [];
  readonly rowIds: number[] = [];
  readonly chains: Chain[] = [];
  bytes = 0;
  readonly #page: Buffer;
  readonly #isTable: boolean;
  readonly #isLeaf: boolean;
  readonly #usableBytes: number;
  /** The most of a cell that a page has, and what it has at least of a larger one. */
  readonly #maxLocal: number;
  readonly #minLocal: number;
  #at = 0;

  constructor(page: Buffer, tree: { isTable: boolean; isLeaf: boolean; usableBytes: number }) {
    this.#page = page;
    this.#isTable = tree.isTable;
    this.#isLeaf = tree.isLeaf;
    this.#usableBytes = tree.usableBytes;
    this.#maxLocal = tree.isTable ? tree.usableBytes - 35 : Math.floor(((tree.usableBytes - 12) * 64) / 255) - 23;
    this.#minLocal = Math.floor(((tree.usableBytes - 12) * 32) / 255) - 23;
  }

  read(start: number): void {
    this.#at = start;
    if (!this.#isLeaf) this.children.push(this.#uint32());
    const hasPayload = this.#isLeaf || !this.#isTable;
    const payload = hasPayload ? this.#varint() : 0;
    if (this.#isTable) this.#addRowId(this.#varint());
    const local = this.#localBytes(payload);
    this.#at += local;
    if (local < payload) {
      const bytes = payload - local;
      const pages = Math.ceil(bytes / (this.#usableBytes - CHAIN_POINTER_BYTES));
      this.chains.push({ first: this.#uint32(), pages, bytes });
    }
    if (this.#at > this.#usableBytes) throw new MalformedPage("has a cell that exceeds it");
    this.bytes += this.#at - start;
  }

  #localBytes(payload: number): number {
    if (payload <= this.#maxLocal) return payload;
    const surplus = this.#minLocal + ((payload - this.#minLocal) % (this.#usableBytes - 4));
    return surplus <= this.#maxLocal ? surplus : this.#minLocal;
  }

  #addRowId(rowId: number): void {
    const last = this.rowIds.at(-1);
    if (last !== undefined && rowId < last) throw new MalformedPage("has rows out of order");
    this.rowIds.push(rowId);
  }

  #uint32(): number {
    if (this.#at + 4 > this.#page.length) throw new MalformedPage("has a cell that exceeds it");
    this.#at += 4;
    return this.#page.readUInt32BE(this.#at - 4);
  }

  /** Reads up to 9 bytes: 7 bits of each of the first 8, and all of the ninth. Large values lose their last digits. */
  #varint(): number {
    let value = 0;
    for (let index = 0; index < 9; index++) {
      const byte = this.#page[this.#at++];
      if (byte === undefined) throw new MalformedPage("has a cell that exceeds it");
      if (index === 8) return signed(value * 256 + byte);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
    return value;
  }
}

/** Row ids are signed numbers of 64 bits. */
const signed = (value: number) => (value >= 2 ** 63 ? value - 2 ** 64 : value);
