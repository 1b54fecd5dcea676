import type { CliContext } from "./cli-context.ts";
import { progressOn } from "./progress.ts";

/** The commands' surroundings in a process of their own; what starts it hands in the service, the store and the diagnosis. */
export function processContext(
  parts: Pick<CliContext, "serve" | "openStore" | "openRecordings" | "diagnose">,
): CliContext {
  // A reader that has seen enough, such as `head`, ends the command without a complaint.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return;
    process.stderr.write(`The output cannot be written (${error.message}).\n`);
    process.exit(1);
  });
  const progress = progressOn(process.stderr);
  return {
    ...parts,
    environment: process.env,
    now: Date.now,
    out: (text) => void process.stdout.write(text),
    write: (text) =>
      new Promise((resolve) => {
        process.stdout.write(text, (error) => resolve(!error));
      }),
    progress,
    printingProgress: process.stdout.isTTY ? null : progress,
    err: (text) => void process.stderr.write(text),
    readStdin: async () => {
      const pieces: Uint8Array[] = [];
      for await (const piece of process.stdin) pieces.push(piece);
      return Buffer.concat(pieces);
    },
  };
}
