import type { WriteStream } from "node:tty";
import type { RunWithProgress } from "../ops/create-backup.ts";

/** Shows nothing, and does not count the total. */
export const runSilently: RunWithProgress = (_label, _total, work) => work(() => {});

/** Returns a function that shows progress bars on the stream, if it is a terminal. */
export function progressOn(stream: WriteStream): RunWithProgress {
  if (!stream.isTTY) return runSilently;
  return async (label, total, work) => {
    const { SingleBar } = await import("cli-progress");
    const bar = new SingleBar({
      stream,
      format: `${label} [{bar}] {percentage}%, {value} of {total}, {eta_formatted} left`,
      linewrap: true, // keeps the terminal intact if the command is interrupted
    });
    bar.start(await total(), 0);
    try {
      return await work((by) => bar.increment(by));
    } finally {
      bar.stop();
    }
  };
}
