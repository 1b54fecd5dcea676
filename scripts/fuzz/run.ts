import { randomInt } from "node:crypto";
import { runCommand, UsageError } from "../command.ts";
import { type FuzzOptions, fuzzExisting, runFuzz } from "./run-fuzz.ts";

const HELP = `Usage: npm run fuzz [-- --seconds N] [--seed N] [--replay SEED,…] …

Runs the built service with a small heap in a temporary directory, and attacks it with valid, nearly valid and hostile
requests that are made from the contract, and then by those of each kind that are meant to keep others waiting. A
second client watches from another address, and its longest wait is printed. Wrong is: a response that
breaks the contract, a 500, a wait of the second client above a second, a refusal of its events, memory or descriptors
that are not given back, an end of the service, an acknowledged event that is lost or doubled, a start that fails
afterwards.

  --seconds N        duration (default 60)
  --seed N           repeats the cases of an earlier run, but not their timing
  --replay SEED,…    sends the cases of these seeds only; a seed means the same until the generator changes
  --max-wait MS      longest wait of the second client in milliseconds (default 1000), beyond what a server that does
                     nothing makes its client wait at the same time, and five times its longest wait before the attack
  --url URL          attacks this service on the loopback interface instead, for which the environment must have
                     SIGHTLINE_PROJECT_API_KEY, SIGHTLINE_PERSONAL_API_KEY, SIGHTLINE_PROJECT_ID and
                     SIGHTLINE_ORGANIZATION_ID; its memory, its events and its restart are not checked
  --heap MB          the service's --max-old-space-size (default 512)
  -h, --help         show this help

Needs Linux. Exit status: 0 success, 1 something is wrong, 2 invalid usage.
`;

const options = {
  seconds: { type: "string", default: "60" },
  seed: { type: "string" },
  replay: { type: "string", default: "" },
  "max-wait": { type: "string", default: "1000" },
  url: { type: "string", default: "" },
  heap: { type: "string", default: "512" },
} as const;

type Values = { readonly [Name in keyof typeof options]?: string | undefined };

function parseOptions({ seconds, seed, replay = "", heap, "max-wait": maxWait }: Values): FuzzOptions {
  return {
    seconds: parseNumber("seconds", seconds),
    seed: seed === undefined ? randomInt(2 ** 32) : parseNumber("seed", seed),
    replay: replay === "" ? [] : replay.split(",").map((one) => parseNumber("replay", one)),
    maxWaitMs: parseNumber("max-wait", maxWait),
    heapMegabytes: parseNumber("heap", heap),
  };
}

function parseNumber(name: string, text = ""): number {
  if (!/^\d{1,10}$/.test(text)) throw new UsageError(`--${name} is a whole number, not ${text}.`);
  return Number(text);
}

await runCommand({
  help: HELP,
  options,
  async run(values) {
    const fuzz = parseOptions(values);
    console.log(fuzz.replay.length > 0 ? `replay ${fuzz.replay.join()}` : `seed ${fuzz.seed}`);
    process.exitCode = (await (values.url ? fuzzExisting(values.url, fuzz) : runFuzz(fuzz))) ? 0 : 1;
  },
});
