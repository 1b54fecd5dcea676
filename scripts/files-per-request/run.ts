import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqlite } from "../../src/store/sqlite/sqlite.ts";
import { setUp } from "../../src/tenants/setup.ts";
import { minimalProcessEnv } from "../../test/support/child-process.ts";
import { waitForPort } from "../../test/support/service-process.ts";
import { runCommand } from "../command.ts";

const HELP = `Usage: npm run files-per-request [-- --list]

Counts the files of src/ that a request passes on the main thread: those of which a function ran, by V8's coverage.
Starts a service on SQLite with a new data directory. A file counts if each of 25 equal requests passed it, so that
periodic tasks do not count.

  --list   name the files, too
  --help   print this
`;

const REPEATS = 25;

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

async function countFiles(isListed: boolean): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "sightline-files-"));
  const store = await openSqlite(dataDir);
  const { project, projectApiKey: api_key, owner } = await setUp(store, {});
  await store.close();
  const loaded = ["--import", "tsx", "--import", "./scripts/files-per-request/coverage.mjs"];
  const service = spawn(process.execPath, [...loaded, "src/main.ts", "serve"], {
    env: minimalProcessEnv({ HOST: "127.0.0.1", PORT: "0", DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: "0" }),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  try {
    const port = await waitForPort(service);
    const send = async ({ method, path, body }: Request): Promise<unknown> => {
      const headers = { "content-type": "application/json", authorization: `Bearer ${owner.personalApiKey}` };
      const content = body && { body: JSON.stringify(body) };
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...content });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return response.json();
    };
    const measure = async (name: string, request: Request, repeats = REPEATS) => {
      let passed: readonly string[] = [];
      for (let repeat = 0; repeat < repeats; repeat++) {
        await takeFiles(service);
        await send(request);
        const files = await takeFiles(service);
        passed = repeat === 0 ? files : passed.filter((path) => files.includes(path));
      }
      console.log(`${name.padEnd(20)} ${passed.length}`);
      if (isListed) for (const path of [...passed].sort()) console.log(`  ${path}`);
    };

    const flags = `/api/projects/${project.id}/feature_flags`;
    const filters = { groups: [{ properties: [{ key: "plan", value: "pro" }] }] };
    const flag = { key: "checkout", name: "Checkout", active: true, filters };
    const { id } = (await send({ method: "POST", path: flags, body: flag })) as { readonly id: number };
    const capture = { method: "POST", path: "/capture/", body: { api_key, event: "paid", distinct_id: "ada" } };
    const decide = { method: "POST", path: "/decide/?v=3", body: { api_key, distinct_id: "ada" } };
    await measure("/capture/, the first", capture, 1);
    await measure("/capture/", capture);
    await measure("/decide/, the first", decide, 1);
    await measure("/decide/", decide);
    await measure("PATCH of a flag", { method: "PATCH", path: `${flags}/${id}`, body: { name: "Pay" } });
    await measure("list of recordings", { method: "GET", path: `/api/projects/${project.id}/session_recordings` });
  } finally {
    service.kill();
    await once(service, "exit");
    await rm(dataDir, { recursive: true });
  }
}

async function takeFiles(service: ChildProcess): Promise<readonly string[]> {
  const taken = once(service, "message");
  service.send("take");
  const [files] = await taken;
  return files;
}

await runCommand({
  help: HELP,
  options: { list: { type: "boolean", default: false } },
  run: ({ list }) => countFiles(list),
});
