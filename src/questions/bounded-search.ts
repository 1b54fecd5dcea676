import { MAX_FLAG_COST, RegexCompiler } from "../flags/define/bounded-regex.ts";

/** Limits the steps for one text to some ten milliseconds. Only the beginning of longer texts is searched. */
const MAX_STEPS = 500_000;

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
