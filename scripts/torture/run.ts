import { randomInt } from "node:crypto";
import { fileURLToPath } from "node:url";
import { missingVariables } from "../../contract-tests/services/create-test-environment.ts";
import { runCommand, UsageError } from "../command.ts";
import { FAULTS, type FaultName } from "./faults/create-fault.ts";
import { rerunWithMountRights } from "./mounts.ts";
import { runRounds, type TortureOptions } from "./run-rounds.ts";

const HELP = `Usage: npm run torture [-- --seconds N] [--seed N] [--engine sqlite|mongodb] [--faults NAME,…] …

Runs the service under load on the loopback interface, injects faults at random moments, and then checks that every
event that was answered with 200 is stored exactly once and that its person is correct. Needs Linux.

  --seconds N        approximate duration (default 60); each fault gets at least one round
  --seed N           repeats the random choices of an earlier run, but not its timing
  --engine NAME      sqlite (default), or mongodb at MONGODB_URL, in databases of its own that are removed
  --files NAME       folder (default), or s3 for recording files in S3 at S3_ENDPOINT, in buckets that are removed
  --nodes N          number of processes of the service (default 1 with sqlite, 2 with mongodb)
  --faults NAME,…    only these faults:
      kill           a process is killed with SIGKILL and restarted
      store-away     the store is unavailable for a while: SQLite's disk is full, connections to MongoDB are cut
      files-away     with --files s3: S3 refuses, delays or cuts each request for a while
      disk-full      the disk of the data directory, which includes the journal, is full or nearly full
      power-loss     all processes are killed, unsynced data is lost, the ends of logs are damaged
      node-lost      with mongodb and DURABILITY=store: a process is killed and its directory is deleted
      take-over      with mongodb: a process is killed, another one stores what waits in its directory, at once or when
                     it was counted what is missing without it
      old-copy       a directory is replaced by an older copy, beside the newer store
      clone          with mongodb: a copy of a node's directory replaces another node's, and both run
      backup         a backup is made under load, and restored from nothing
      rolling-restart  with mongodb: nodes behind a balancer restart in turn; every request must be answered with 200
      erasure        a person is erased while events leave the store, and then searched for in every byte; later events
                     of its id must be there
  --balancer NAME    nginx (default) or haproxy, the latter with deploy/haproxy.cfg
  --outage N         how many seconds an outage of MongoDB or S3 lasts (default: up to 3, at random)
  --store-stop CMD   for store-away with mongodb: a shell command that stops MongoDB, such as kill -9
  --store-start CMD  a shell command that starts it again
  --program FILE     the service (default dist/main.js)
  -h, --help         show this help

Full disks need the right to mount file systems, which root and most other users have. Losing unsynced data needs root.
Faults that are not possible are skipped with a message. Exit status: 0 success, 1 an event is lost, doubled or wrong,
2 invalid usage. A failed check ends the run, and the directory of that round is kept.
`;

const PROGRAM = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

const options = {
  seconds: { type: "string", default: "60" },
  seed: { type: "string" },
  engine: { type: "string", default: "sqlite" },
  files: { type: "string", default: "folder" },
  nodes: { type: "string" },
  faults: { type: "string", default: FAULTS.join(",") },
  balancer: { type: "string", default: "nginx" },
  outage: { type: "string" },
  "store-stop": { type: "string" },
  "store-start": { type: "string" },
  program: { type: "string", default: PROGRAM },
} as const;

type Values = { readonly [Name in keyof typeof options]?: string | undefined };

function parseOptions(values: Values): TortureOptions {
  const { engine, files, balancer, "store-stop": stop, "store-start": start, program = PROGRAM } = values;
  if (engine !== "sqlite" && engine !== "mongodb")
    throw new UsageError(`--engine is sqlite or mongodb, not ${engine}.`);
  if (engine === "mongodb" && missingVariables(["mongodb"]).length > 0) throw new UsageError("MONGODB_URL is missing.");
  if (files !== "folder" && files !== "s3") throw new UsageError(`--files is folder or s3, not ${files}.`);
  if (files === "s3" && missingVariables(["s3"]).length > 0) throw new UsageError("The settings of S3 are missing.");
  if ((stop === undefined) !== (start === undefined))
    throw new UsageError("--store-stop and --store-start must be used together.");
  if (balancer !== "nginx" && balancer !== "haproxy")
    throw new UsageError(`--balancer is nginx or haproxy, not ${balancer}.`);
  const nodes = parsePositiveInteger("nodes", values.nodes ?? (engine === "mongodb" ? "2" : "1"));
  if (engine === "sqlite" && nodes > 1) throw new UsageError("Several nodes need --engine mongodb.");
  return {
    engine,
    files,
    nodes,
    program,
    balancer,
    outageMs: values.outage === undefined ? null : 1000 * parsePositiveInteger("outage", values.outage),
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
    const torture = parseOptions(values);
    const status = await rerunWithMountRights();
    process.exitCode = status ?? ((await runRounds(torture)) ? 0 : 1);
  },
});
