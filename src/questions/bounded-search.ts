import { MAX_FLAG_COST, RegexCompiler } from "../flags/define/bounded-regex.ts";

/** The steps that one text may take: some ten milliseconds. Of longer texts only the beginning is searched. */
const MAX_STEPS = 500_000;

/** Returns whether a text matches, and how many steps that may have taken. */
export type BoundedRegex = (text: string) => { readonly isMatch: boolean; readonly steps: number };

/** Compiles an RE2 pattern. Throws, with the reason, if it is invalid or costs too much. */
export function boundedRegex(pattern: string): BoundedRegex {
  const regex = new RegexCompiler(MAX_FLAG_COST).compile(pattern);
  const size = regex.programSize();
  return (text) => {
    const searched = text.slice(0, Math.floor(MAX_STEPS / size));
    return { isMatch: regex.test(searched), steps: searched.length * size };
  };
}
