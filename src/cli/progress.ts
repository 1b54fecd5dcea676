import type { WriteStream } from "node:tty";

interface Progress {
  advance(by: number): void;
  end(): void;
}

/** Starts to show progress towards a total. The label names what is done, such as `exported`. */
export type ShowProgress = (label: string, total: number) => Promise<Progress>;

/** Returns a function that shows progress bars on the stream, or null unless it is a terminal. */
export function progressOn(stream: WriteStream): ShowProgress | null {
  if (!stream.isTTY) return null;
  return async (label, total) => {
    const { SingleBar } = await import("cli-progress");
    const bar = new SingleBar({
      stream,
      format: `${label} [{bar}] {percentage}%, {value} of {total}, {eta_formatted} left`,
      linewrap: true, // keeps the terminal intact if the command is interrupted
    });
    bar.start(total, 0);
    return { advance: (by) => bar.increment(by), end: () => bar.stop() };
  };
}

/** Runs the work, which calls `advance` with the number of items done. `total` is called only if progress is shown. */
export async function withProgress<T>(
  show: ShowProgress | null,
  label: string,
  total: () => Promise<number>,
  work: (advance: (by: number) => void) => Promise<T>,
): Promise<T> {
  if (!show) return work(() => {});
  const progress = await show(label, await total());
  try {
    return await work(progress.advance);
  } finally {
    progress.end();
  }
}
