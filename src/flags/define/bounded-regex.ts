import { createRequire } from "node:module";
import { LRUCache } from "lru-cache";
import type { RE2JS } from "re2js";

/** Loaded for the first pattern, because many services have none: a quarter of a megabyte of JavaScript. */
const loadRe2 = (): typeof import("re2js") => createRequire(import.meta.url)("re2js");

/** Together these limit the memory and the time of one step. */
const MAX_PATTERN_LENGTH = 1000;
const MAX_PROGRAM_SIZE = 2500;
/** What all patterns of a flag may cost to compile: some ten milliseconds, in which all other requests wait. */
export const MAX_FLAG_COST = 5000;
/** What all patterns of a file of flags may cost: half a second. */
export const MAX_FILE_COST = 100_000;
const PATTERN_COST = 20;
/** Reading a character takes less time than compiling it, but some, such as flags, add nothing to the program. */
const CHARACTERS_PER_COST = 8;
/** What the patterns that one decision compiles may cost. Those of most projects stay compiled. */
const MAX_DECISION_COST = 10_000;

type CompiledRegex = { readonly regex: RE2JS; readonly cost: number };

/** Counts instructions: a compiled pattern can grow to megabytes, because it caches states for texts it has seen. */
const MAX_COMPILED = 100_000;
const compiledPatterns = new LRUCache<string, CompiledRegex>({
  maxSize: MAX_COMPILED,
  sizeCalculation: ({ cost }) => Math.ceil(cost),
});

/** Compiles patterns until they have cost too much together. */
export class RegexCompiler {
  #left: number;
  readonly #file: RegexCompiler | undefined;

  /** `file` counts what the patterns of several flags cost together. */
  constructor(maxCost: number, file?: RegexCompiler) {
    this.#left = maxCost;
    this.#file = file;
  }

  /** Compiles an RE2 pattern, at no cost if done recently. Throws the reason if it is invalid or costs too much. */
  compile(pattern: string): RE2JS {
    const known = compiledPatterns.get(pattern);
    if (known) return known.regex;
    const cost = this.#pay(pattern);
    const regex = loadRe2().RE2JS.compile(pattern);
    if (regex.programSize() > MAX_PROGRAM_SIZE) throw new RangeError("repeats too much");
    compiledPatterns.set(pattern, { regex, cost });
    return regex;
  }

  /** Compiles the pattern, and counts its cost even if it was compiled recently. Throws as `compile` does. */
  check(pattern: string): void {
    if (compiledPatterns.has(pattern)) this.#pay(pattern);
    this.compile(pattern);
  }

  #pay(pattern: string): number {
    if (pattern.length > MAX_PATTERN_LENGTH) throw new RangeError(`is longer than ${MAX_PATTERN_LENGTH} characters`);
    const reading = PATTERN_COST + Math.floor(pattern.length / CHARACTERS_PER_COST);
    const cost = reading + estimateRegexCost(pattern, MAX_FLAG_COST);
    if (cost > MAX_FLAG_COST) throw new RangeError("repeats too much");
    this.#count(cost, "the other regular expressions");
    if (this.#file) this.#file.#count(cost, "those of the other flags");
    return cost;
  }

  #count(cost: number, others: string): void {
    if (cost > this.#left) throw new RangeError(`repeats too much together with ${others}`);
    this.#left -= cost;
  }
}

/** Upper bound of the steps that the regular expressions of one decision may take: some ten milliseconds at worst. */
const MAX_STEPS = 500_000;
const EXHAUSTED = new RangeError("values are too long for the regular expressions");

/** Matches regular expressions until they have taken a bounded number of steps together. */
export class RegexBudget {
  readonly #compiler = new RegexCompiler(MAX_DECISION_COST);
  #steps = MAX_STEPS;

  /** Finds the pattern anywhere. Throws as `RegexCompiler`, and if its size times the text's exceeds what is left. */
  matches(pattern: string, text: string): boolean {
    const regex = this.#compiler.compile(pattern);
    const steps = regex.programSize() * text.length;
    if (steps > this.#steps) throw EXHAUSTED;
    this.#steps -= steps;
    return regex.test(text);
  }
}

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
