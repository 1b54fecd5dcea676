import type { WriteStream } from "node:tty";
import { SingleBar } from "cli-progress";

interface Progress {
  /** So much more is done. */
  advance(by: number): void;
  end(): void;
}

/** Begins to show how much of a total is done; the label says what is done. */
export type ShowProgress = (label: string, total: number) => Progress;

/** Shows progress as a bar on the stream; null where that is no terminal. */
export function progressOn(stream: WriteStream): ShowProgress | null {
  if (!stream.isTTY) return null;
  return (label, total) => {
    const bar = new SingleBar({
      stream,
      format: `${label} [{bar}] {percentage}%, {value} of {total}, {eta_formatted} left`,
      linewrap: true, // so that an interrupted command leaves the terminal as it was
    });
    bar.start(total, 0);
    return { advance: (by) => bar.increment(by), end: () => bar.stop() };
  };
}

/** Does the work, which says how much more of the total is done, while that is shown; the total is asked for only where somebody sees it. */
export async function withProgress<T>(
  show: ShowProgress | null,
  label: string,
  total: () => Promise<number>,
  work: (advance: (by: number) => void) => Promise<T>,
): Promise<T> {
  if (!show) return work(() => {});
  const progress = show(label, await total());
  try {
    return await work(progress.advance);
  } finally {
    progress.end();
  }
}
