import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "./command.ts";
import { condenseRecording, type RawExchange } from "./contract/condense-recording.ts";
import { RECORDED_CLIENTS, RECORDING_SUFFIX } from "./contract/recorded-clients.ts";
import { root } from "./contract/redocly.ts";

const help = `
Usage: npm run record-clients [-- --from FILE]

Runs the tests with client libraries (npm run test:clients, .ci/clients), and records their requests and the responses
to contract-tests/clients/recorded/: one file for each version of a library. \`npm run contract:diff\` checks that they
conform to the changed contract. Recordings of libraries that are not installed stay as they are.

  --from FILE  condense what CLIENT_RECORDING=FILE made the tests record; run none
  -h, --help   show this help
`;

async function recordTo(file: string): Promise<void> {
  for (const [program, ...args] of [["npm", "run", "test:clients"], [".ci/clients"]] as const) {
    const env = { ...process.env, CLIENT_RECORDING: file };
    const [status] = await once(spawn(program, args, { cwd: root, env, stdio: "inherit" }), "exit");
    if (status !== 0) throw new Error(`${program} failed. Nothing was recorded.`);
  }
}

async function condense(file: string): Promise<void> {
  const lines = (await readFile(file, "utf8")).split("\n").filter(Boolean);
  const raw = lines.map((line): RawExchange => JSON.parse(line));
  for (const library of new Set(raw.map(({ library }) => library))) {
    const exchanges = condenseRecording(raw.filter((exchange) => exchange.library === library));
    const text = exchanges.map((exchange) => `${JSON.stringify(exchange)}\n`);
    await writeFile(join(RECORDED_CLIENTS, library.replace(" ", "-") + RECORDING_SUFFIX), text.join(""));
    console.log(`${library}: ${text.length} exchanges`);
  }
}

async function record(from: string | undefined): Promise<void> {
  if (from !== undefined) return condense(from);
  const folder = await mkdtemp(join(tmpdir(), "client-recording-"));
  try {
    const file = join(folder, "exchanges.jsonl");
    await recordTo(file);
    await condense(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await runCommand({ help, options: { from: { type: "string" } }, run: ({ from }) => record(from) });
