import { randomInt } from "node:crypto";
import { fileURLToPath } from "node:url";
import { missingVariables } from "../../contract-tests/services/create-test-environment.ts";
import { runCommand, UsageError } from "../command.ts";
import { FAULTS, type FaultName } from "./faults/create-fault.ts";
import { rerunWithMountRights } from "./mounts.ts";
import { runRounds, type TortureOptions } from "./run-rounds.ts";

const HELP = `Usage: npm run torture [-- --seconds N] [--seed N] [--engine sqlite|mongodb] [--faults NAME,…] …

Runs the service under load on the loopback, does it harm at random moments, and then looks for every event that was answered 200: it must be
there, once, with its person right. Needs Linux.

  --seconds N        for how long, about (default 60); each fault gets at least one round
  --seed N           repeats the choices of an earlier run, though not its timing
  --engine NAME      sqlite (default), or mongodb at MONGODB_URL, in databases of its own which are removed
  --nodes N          processes of the service (default 1 on sqlite, 2 on mongodb)
  --faults NAME,…    only these:
      kill           a process is killed by SIGKILL and started again
      store-away     the store is taken away and given back: SQLite's disk is full, connections to MongoDB are cut
      disk-full      the disk of the journal, and of all that is kept beside it, is full or nearly
      power-loss     all processes are killed, what was not synced is lost, the ends of logs are torn
      node-lost      on mongodb with DURABILITY=store: a process is killed, and its directory is lost
  --store-stop CMD   for store-away on mongodb: a command of the shell that takes it away, such as kill -9
  --store-start CMD  and one that gives it back
  --program FILE     the service (default dist/main.js)

Full disks need the right to mount file systems, of which root and most other users have enough; to lose what was not synced needs root.
What cannot be done is skipped, and said so. Exit status: 0 all is well, 1 something is lost, doubled or wrong, 2 wrong use.
A round in which something is wrong is the last one, and its directory is kept.
`;

const PROGRAM = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

const options = {
  seconds: { type: "string", default: "60" },
  seed: { type: "string" },
  engine: { type: "string", default: "sqlite" },
  nodes: { type: "string" },
  faults: { type: "string", default: FAULTS.join(",") },
  "store-stop": { type: "string" },
  "store-start": { type: "string" },
  program: { type: "string", default: PROGRAM },
} as const;

type Values = { readonly [Name in keyof typeof options]?: string | undefined };

function parseOptions(values: Values): TortureOptions {
  const { engine, "store-stop": stop, "store-start": start, program = PROGRAM } = values;
  if (engine !== "sqlite" && engine !== "mongodb")
    throw new UsageError(`--engine is sqlite or mongodb, not ${engine}.`);
  if (engine === "mongodb" && missingVariables(["mongodb"]).length > 0) throw new UsageError("MONGODB_URL is missing.");
  if ((stop === undefined) !== (start === undefined))
    throw new UsageError("--store-stop and --store-start go together.");
  const nodes = parsePositiveInteger("nodes", values.nodes ?? (engine === "mongodb" ? "2" : "1"));
  if (engine === "sqlite" && nodes > 1) throw new UsageError("Several nodes need --engine mongodb.");
  return {
    engine,
    nodes,
    program,
    seconds: parsePositiveInteger("seconds", values.seconds),
    seed: values.seed === undefined ? randomInt(2 ** 32) : parsePositiveInteger("seed", values.seed),
    faults: parseFaults(values.faults),
    storeCommands: stop === undefined || start === undefined ? null : { stop, start },
  };
}

function parseFaults(list = ""): FaultName[] {
  const names = list.split(",");
  const unknown = names.filter((name) => !FAULTS.some((fault) => fault === name));
  if (unknown.length > 0)
    throw new UsageError(`There is no fault ${unknown.join(", ")}; there are ${FAULTS.join(", ")}.`);
  return FAULTS.filter((fault) => names.includes(fault));
}

function parsePositiveInteger(name: string, text = ""): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new UsageError(`--${name} is a whole number from 1, not ${text}.`);
  return Number(text);
}

await runCommand({
  help: HELP,
  options,
  async run(values) {
    const session = parseOptions(values);
    const status = await rerunWithMountRights();
    process.exitCode = status ?? ((await runRounds(session)) ? 0 : 1);
  },
});
