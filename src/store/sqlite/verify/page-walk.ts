import type { Sql, SqliteConnection } from "../sqlite-connection.ts";
import { type BtreePage, CHAIN_POINTER_BYTES, type Chain, MalformedPage, readBtreePage } from "./btree-page.ts";

/** A table, or an index of one, as the database lists it. */
export interface Tree {
  readonly name: string;
  readonly table: string;
  readonly root: number;
}

/** Something that SQLite should be asked about. */
export interface Suspicion {
  readonly tree: Tree;
  /** Names the page. */
  readonly problem: string;
}

/** An inner page whose children are to be read, from the one with this index on. */
interface Parent {
  readonly tree: Tree;
  readonly page: number;
  readonly index: number;
}

/** What a page must be, as far as the page above it says. */
interface Expected {
  readonly isTable?: boolean;
  /** The row ids are above the first, and not above the second. */
  readonly above?: number | undefined;
  readonly upTo?: number | undefined;
}

const SCHEMA: Tree = { name: "sqlite_schema", table: "sqlite_schema", root: 1 };
const SELECT_TREES = `SELECT name, tbl_name AS "table", rootpage AS root FROM sqlite_schema WHERE rootpage > 0`;
const SELECT_PAGES = `SELECT pgno AS number, data FROM json_each(?) AS wanted
  CROSS JOIN sqlite_dbpage ON pgno = wanted.value`;
const SELECT_LAYOUT = "SELECT page_count AS pages, page_size AS bytes FROM pragma_page_count, pragma_page_size";
/** Where the file's header says how many bytes at the end of each page are not used. */
const RESERVED_BYTES_AT = 20;

/**
 * Reads all tables and indexes of a database, some pages at a time, and checks what each page says of itself and of
 * the pages below. Each step sees one state of the database, and re-reads the page whose children it continues with,
 * because others write between the steps. What moves meanwhile may be missed, or suspected wrongly.
 */
export class PageWalk {
  readonly #sql: Sql;
  #trees: Tree[];
  #parents: Parent[] = [];
  #suspicions: Suspicion[] = [];
  #layout = { pages: 0, usableBytes: 0 };
  /** Pages that the step has read. */
  #read = 0;

  /** Reads one table or all, of which those come first that the text of a statement names. */
  constructor(sql: Sql, { table, statement = "" }: { readonly table?: string; readonly statement?: string } = {}) {
    this.#sql = sql;
    const all = [SCHEMA, ...sql.all<Tree>(SELECT_TREES)].reverse();
    const isNamed = ({ table: name }: Tree) => new RegExp(`\\b${name}\\b`).test(statement);
    const trees = table === undefined ? all : all.filter((tree) => tree.table === table);
    this.#trees = [...trees.filter((tree) => !isNamed(tree)), ...trees.filter(isNamed)];
  }

  get isComplete(): boolean {
    return this.#trees.length + this.#parents.length === 0;
  }

  /** Reads about as many pages. Call it in a transaction. */
  step(maxPages: number): { readonly pages: number; readonly suspicions: readonly Suspicion[] } {
    [this.#read, this.#suspicions] = [0, []];
    this.#layout = this.#readLayout();
    while (this.#read < maxPages && !this.isComplete) {
      const parent = this.#parents.pop();
      if (parent) this.#checkChildren(parent, maxPages - this.#read);
      else this.#checkRoot();
    }
    return { pages: this.#read, suspicions: this.#suspicions };
  }

  /** Ignores the rest of the table and of its indexes. */
  skip(table: string): void {
    this.#trees = this.#trees.filter((tree) => tree.table !== table);
    this.#parents = this.#parents.filter(({ tree }) => tree.table !== table);
  }

  #readLayout() {
    const { pages, bytes } = this.#sql.one<{ pages: number; bytes: number }>(SELECT_LAYOUT);
    const header = this.#pages([1]).get(1);
    return { pages, usableBytes: bytes - (header?.readUInt8(RESERVED_BYTES_AT) ?? 0) };
  }

  #checkRoot(): void {
    const tree = this.#trees.pop();
    if (!tree) return;
    // It may have been dropped since.
    const isPresent = tree === SCHEMA || this.#sql.all(`${SELECT_TREES} AND rootpage = ?`, tree.root).length > 0;
    if (isPresent) this.#check(tree, tree.root, this.#pages([tree.root]), {});
  }

  #checkChildren({ tree, page, index }: Parent, maxPages: number): void {
    const parent = this.#tryReading(page, this.#pages([page]));
    // Then the page above it was checked when it was one, or will be.
    if (parent instanceof MalformedPage) return;
    const { children, isTable, rowIds } = parent;
    const end = index + Math.max(1, maxPages);
    if (end < children.length) this.#parents.push({ tree, page, index: end });
    const pages = this.#pages(children.slice(index, end));
    for (const [offset, child] of children.slice(index, end).entries()) {
      const at = index + offset;
      this.#check(tree, child, pages, { isTable, above: rowIds[at - 1], upTo: rowIds[at] });
    }
  }

  #check(tree: Tree, number: number, pages: ReadonlyMap<number, Buffer>, expected: Expected): void {
    const page = this.#tryReading(number, pages);
    const problem = page instanceof MalformedPage ? page.message : findContradiction(page, expected);
    if (problem !== null) this.#suspect(tree, `page ${number} ${problem}`);
    if (page instanceof MalformedPage) return;
    if (page.children.length > 0) this.#parents.push({ tree, page: number, index: 0 });
    for (const chain of page.chains) {
      const fault = this.#followChain(chain);
      if (fault !== null) this.#suspect(tree, `a row that begins on page ${number} ${fault}`);
    }
  }

  /** Returns what is wrong with the chain, or null. */
  #followChain({ first, pages, bytes }: Chain): string | null {
    const room = this.#layout.usableBytes - CHAIN_POINTER_BYTES;
    let next = first;
    for (let rest = pages; rest > 0; rest--) {
      const page = this.#pages([next]).get(next);
      if (!page) return `ends at page ${next}`;
      const following = page.readUInt32BE(0);
      if ((rest === 1) !== (following === 0)) return `ends at page ${next}`;
      const used = rest === 1 ? bytes - (pages - 1) * room : room;
      if (hasLostSector(page.subarray(0, CHAIN_POINTER_BYTES + used))) return `has zeros on page ${next}`;
      next = following;
    }
    return null;
  }

  #tryReading(number: number, pages: ReadonlyMap<number, Buffer>): BtreePage | MalformedPage {
    const page = pages.get(number);
    if (!page) return new MalformedPage("does not exist");
    try {
      return readBtreePage(page, number, this.#layout.usableBytes);
    } catch (error) {
      if (error instanceof MalformedPage) return error;
      throw error;
    }
  }

  /** Returns the pages with these numbers that the database has. */
  #pages(numbers: readonly number[]): Map<number, Buffer> {
    const rows = this.#sql.all<{ number: number; data: ArrayBuffer }>(SELECT_PAGES, JSON.stringify(numbers));
    this.#read += rows.length;
    return new Map(rows.map(({ number, data }) => [number, Buffer.from(data)]));
  }

  #suspect(tree: Tree, problem: string): void {
    this.#suspicions.push({ tree, problem });
  }
}

function findContradiction({ isTable, rowIds }: BtreePage, expected: Expected): string | null {
  if (expected.isTable !== undefined && isTable !== expected.isTable) return "is of another kind than the one above";
  const { above = Number.NEGATIVE_INFINITY, upTo = Number.POSITIVE_INFINITY } = expected;
  const [first, last] = [rowIds[0] ?? upTo, rowIds.at(-1) ?? upTo];
  return first < above || last > upTo ? "has other rows than the one above says" : null;
}

/** What disks lose at once, and the least of it at the end of a row that cannot be numbers. */
const [SECTOR_BYTES, MIN_ZEROS] = [512, 128];
const ZEROS = Buffer.alloc(SECTOR_BYTES);

/** Disks and file systems that lose something often leave zeros. What rows have in chains is text, without zeros. */
function hasLostSector(used: Buffer): boolean {
  for (let at = 0; at < used.length; at += SECTOR_BYTES) {
    const sector = used.subarray(Math.max(at, CHAIN_POINTER_BYTES), at + SECTOR_BYTES);
    if (sector.length >= MIN_ZEROS && sector.equals(ZEROS.subarray(0, sector.length))) return true;
  }
  return false;
}

const MAX_PROBLEMS = 3;
const STEP_PAGES = 1000;

/** Reads one table with its indexes, or all, in one state of the database. Returns up to three sentences. */
export function findProblems(connection: SqliteConnection, table?: string): string[] {
  return connection.transaction(() => {
    const walk = new PageWalk(connection, table === undefined ? {} : { table });
    const problems: string[] = [];
    while (!walk.isComplete && problems.length < MAX_PROBLEMS) {
      problems.push(...walk.step(STEP_PAGES).suspicions.map(({ tree, problem }) => `${tree.name}: ${problem}`));
    }
    return problems.slice(0, MAX_PROBLEMS);
  }, "BEGIN");
}
