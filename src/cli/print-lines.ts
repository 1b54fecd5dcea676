import type { CliContext } from "./cli-context.ts";

const BATCH_CHARACTERS = 64 * 1024;

/**
 * Prints items, a line each, as fast as the reader takes them, and tells `printed` of how many. Ends early where the reader has left. Gives
 * whether there were any.
 */
export async function printLines<T>(
  { write }: Pick<CliContext, "write">,
  items: AsyncIterable<T> | Iterable<T>,
  lineOf: (item: T) => string,
  printed: (items: number) => void,
): Promise<boolean> {
  let any = false;
  let text = "";
  let lines = 0;
  const flush = async () => {
    const goesOn = await write(text);
    printed(lines);
    text = "";
    lines = 0;
    return goesOn;
  };
  for await (const item of items) {
    any = true;
    text += lineOf(item);
    lines += 1;
    if (text.length >= BATCH_CHARACTERS && !(await flush())) return any;
  }
  if (lines > 0) await flush();
  return any;
}
