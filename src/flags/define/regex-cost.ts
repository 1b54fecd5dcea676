/**
 * Estimates the work of compiling a pattern, in linear time: instructions of RE2's program, plus as many as take as
 * long as reading the classes. No valid pattern has a larger program; an invalid one has any estimate.
 */

/** A table such as that of `\p{L}` has up to 700 ranges. */
const TABLE_COST = 100;
const FOLDED_CLASS_COST = 10;
/** Case folding visits each character of a range between these. */
const [FIRST_FOLDED, LAST_FOLDED] = [0x41, 0x1e943];
const FOLDED_PER_INSTRUCTION = 32;

const SETS_FOLDING = /\(\?[imsU-]*i/;
/** What begins a group, or sets flags up to the end of the group. */
const OPENING = /\((?:\?(?:P?<\w{1,100}>|[imsU-]{0,10}(?::|(\)))))?/y;
const REPEAT = /\{(\d{1,4})(,(\d{0,4}))?\}/y;
const QUOTED = /\\Q(.*?)(?:\\E|$)/sy;
/** One character, or a class without brackets: `\p{Greek}`, `\pL`, `\x{3b1}`, `\x7f`, `\w`, or any character. */
const ITEM = /\\[pP](?:\{[^}]{0,100}\}|.)|\\x\{([\da-fA-F]+)\}|\\x([\da-fA-F]{2})|\\.|./suy;
const NAMED_CLASS = /\[:\^?\w{1,10}:\]/y;

/** Returns the estimate, in instructions; Infinity, at once, if it exceeds the maximum. */
export function estimateRegexCost(pattern: string, max: number): number {
  const scanner = new RegexScanner(pattern);
  while (!scanner.isAtEnd) {
    scanner.readNext();
    if (scanner.cost > max) return Number.POSITIVE_INFINITY;
  }
  return scanner.cost;
}

/** Sizes within one pair of parentheses. */
interface Group {
  total: number;
  /** Cost of what a following repeat would repeat. */
  last: number;
}

class RegexScanner {
  readonly #pattern: string;
  readonly #isFolding: boolean;
  readonly #outer: Group[] = [];
  #outerSize = 0;
  /** Cost of all classes: one that is repeated is read once. */
  #classCost = 0;
  #group: Group = { total: 3, last: 0 };
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
    this.#isFolding = SETS_FOLDING.test(pattern);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#pattern.length;
  }

  get cost(): number {
    return this.#outerSize + this.#group.total + this.#classCost;
  }

  readNext(): void {
    const character = this.#pattern[this.#at] ?? "";
    if (character === "(") this.#open();
    else if (character === ")") this.#close();
    else if (character === "[") this.#readBrackets();
    else if ("|*+?".includes(character)) this.#readOperator();
    else if (!this.#readRepeat() && !this.#readQuoted()) this.#readItem();
  }

  /** Returns the match here, and goes behind it. */
  #read(syntax: RegExp): RegExpExecArray | null {
    syntax.lastIndex = this.#at;
    const match = syntax.exec(this.#pattern);
    if (match !== null) this.#at = syntax.lastIndex;
    else if (syntax === ITEM) this.#at += 1;
    return match;
  }

  #add(size: number): void {
    this.#group.total += size;
    this.#group.last = size;
  }

  #grow(size: number): void {
    this.#group.total += size;
    this.#group.last += size;
  }

  #open(): void {
    const [text = "", flagsOnly] = this.#read(OPENING) ?? [];
    if (flagsOnly !== undefined) return;
    this.#outer.push(this.#group);
    this.#outerSize += this.#group.total;
    this.#group = { total: text.endsWith(":") ? 0 : 2, last: 0 };
  }

  #close(): void {
    this.#at += 1;
    const { total, last } = this.#group;
    this.#group = this.#outer.pop() ?? { total: 0, last: 0 };
    this.#outerSize = Math.max(0, this.#outerSize - this.#group.total);
    this.#add(last === 0 ? total + 1 : total);
  }

  #readOperator(): void {
    this.#at += 1;
    this.#grow(2);
  }

  /** Multiplies what was read last. Returns false if here is no repeat: a brace may be a character. */
  #readRepeat(): boolean {
    const match = this.#read(REPEAT);
    if (match === null) return false;
    const [, from, comma, to] = match;
    const min = Number(from);
    const max = comma === undefined ? min : Number(to || min);
    this.#grow(this.#group.last * Math.max(0, max - 1) + Math.max(2, max - min));
    return true;
  }

  #readQuoted(): boolean {
    const text = this.#read(QUOTED)?.[1];
    if (text === undefined) return false;
    this.#group.total += text.length;
    if (text !== "") this.#group.last = 1; // a repeat behind nothing repeats what is before
    return true;
  }

  #readItem(): void {
    this.#classCost += this.#costOf(this.#read(ITEM));
    this.#add(1);
  }

  #readBrackets(): void {
    this.#at += this.#pattern.startsWith("[^", this.#at) ? 2 : 1;
    for (let isFirst = true; !this.isAtEnd && (isFirst || this.#pattern[this.#at] !== "]"); isFirst = false) {
      this.#classCost += this.#read(NAMED_CLASS) ? FOLDED_CLASS_COST : this.#readRange();
    }
    this.#at += 1;
    this.#add(1);
  }

  #readRange(): number {
    const from = this.#read(ITEM);
    const cost = this.#costOf(from);
    if (this.#pattern[this.#at] !== "-" || this.#pattern[this.#at + 1] === "]") return cost;
    this.#at += 1;
    const [first, last] = [codePointOf(from), codePointOf(this.#read(ITEM))];
    const folded = Math.min(last, LAST_FOLDED) - Math.max(first, FIRST_FOLDED);
    return this.#isFolding ? cost + Math.max(0, folded / FOLDED_PER_INSTRUCTION) : cost;
  }

  #costOf(item: RegExpExecArray | null): number {
    const [text = ""] = item ?? [];
    if (/^\\p/i.test(text)) return TABLE_COST;
    return this.#isFolding && /^\\[wds]/i.test(text) ? FOLDED_CLASS_COST : 0;
  }
}

function codePointOf(item: RegExpExecArray | null): number {
  const [text = "", long, short] = item ?? [];
  const hex = long ?? short;
  return hex === undefined ? (text.replace(/^\\(?=.)/su, "").codePointAt(0) ?? 0) : Number.parseInt(hex, 16);
}
