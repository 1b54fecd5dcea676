import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import Libsql from "libsql";

const HELP = `Usage: node --import tsx scripts/make-fixture.ts PROGRAM DIRECTORY

Makes a data directory with the program of a release (its dist/main.js), kills it while events wait in the journal, and
writes the packed directory and its keys to DIRECTORY: see scripts/fixtures/README.md.
`;
const AT = Date.UTC(2026, 0, 15, 10);
const FLAGS = [
  {
    key: "new-checkout",
    name: "The new checkout",
    active: true,
    filters: {
      groups: [{ properties: [{ key: "plan", value: "pro" }], rollout_percentage: 100 }],
      payloads: { true: { color: "blue" } },
    },
  },
];

const [program = "", target = ""] = process.argv.slice(2);
if (target === "") {
  process.stderr.write(HELP);
  process.exit(2);
}
const scratch = mkdtempSync(join(tmpdir(), "sightline-fixture-"));
const directory = join(scratch, "data");
const { PATH, HOME } = process.env;
const environment = { PATH, HOME, DATA_DIR: directory, HOST: "127.0.0.1", PORT: "0" };
const command = (...argv: string[]) => execFileSync(process.execPath, [program, ...argv], { env: environment });

async function start(settings: Readonly<Record<string, string>> = {}): Promise<[ChildProcess, string]> {
  const child = spawn(process.execPath, [program, "serve"], { env: { ...environment, ...settings } });
  let log = "";
  for await (const chunk of child.stdout) {
    log += chunk;
    const port = /"port":(\d+)/.exec(log)?.[1];
    if (port) return [child, `http://127.0.0.1:${port}`];
  }
  throw new Error(log);
}

async function post(url: string, body: object, key: string = projectKey): Promise<void> {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${key}` };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
}

async function stop(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

const keys = JSON.parse(command("setup", "--json", "--email", "ada@example.com").toString());
const { project_api_key: projectKey = "", personal_api_key: personalKey = "" }: Record<string, string> = keys;
writeFileSync(join(scratch, "flags.json"), JSON.stringify(FLAGS));
command("flags", "apply", join(scratch, "flags.json"));

const event = (name: string, distinct_id: string, properties: object, uuid?: string) => {
  return { event: name, distinct_id, properties, timestamp: new Date(AT).toISOString(), uuid };
};
const snapshot = (session: string, second: number) =>
  event("$snapshot", "ada", {
    $session_id: session,
    $window_id: "w",
    $snapshot_data: [
      { type: 4, timestamp: AT + second * 1000, data: { href: "https://example.com/", width: 1280, height: 720 } },
      { type: 3, timestamp: AT + (second + 2) * 1000, data: { source: 2, type: 2, id: 7, x: 10, y: 20 } },
    ],
  });
const viewed = (session: string) => event("$pageview", "ada", { $session_id: session, $browser: "Firefox" });

// A session in a file, with an identified person, a group and an invite.
let [service, url] = await start({ RECORDING_INGESTION_LIMIT_SECONDS: "1" });
const batch = [
  event("$pageview", "visitor-1", { $current_url: "https://example.com/" }),
  event("$identify", "ada", { $anon_distinct_id: "visitor-1", $set: { plan: "pro", name: "Ada \u{1f600}" } }),
  event("ordered", "ada", { price: 1.5, $groups: { team: "a" } }, "019bc0de-0000-7000-8000-000000000001"),
  event("$groupidentify", "ada", { $group_type: "team", $group_key: "a", $group_set: { size: 3 } }),
  viewed("in-file"),
  snapshot("in-file", 0),
];
await post(`${url}/batch/`, { batch });
await post(
  `${url}/api/organizations/${keys.organization_id}/invites/`,
  { target_email: "bob@example.com" },
  personalKey,
);
const files = () => readdirSync(join(directory, "files"), { recursive: true, withFileTypes: true });
while (!files().some((entry) => entry.isFile() && entry.parentPath.includes("in-file"))) await sleep(100);
await stop(service, "SIGTERM");

// A session in the store, and a dead letter; then events that wait in the journal.
[service, url] = await start();
await post(`${url}/batch/`, { batch: [viewed("in-store"), snapshot("in-store", 0), viewed("unrecorded")] });
await post(`${url}/capture/`, {
  ...event("$snapshot", "ada", { $session_id: "invalid", $snapshot_data: "?" }),
});
await sleep(2000);
const database = new Libsql(join(directory, "sightline.db"));
database.exec("BEGIN IMMEDIATE"); // makes the store unavailable
await post(`${url}/batch/`, {
  batch: [event("waiting", "ada", { $set: { plan: "free" } }), snapshot("in-store", 5)],
});
await post(`${url}/capture/`, event("waiting too", "ben", {}));
await stop(service, "SIGKILL");
database.exec("ROLLBACK");
database.close();

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const name of ["sightline.db", "journal.db"]) {
  const file = new Libsql(join(directory, name));
  file.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  file.close();
  writeFileSync(join(target, `${name}.gz`), gzipSync(readFileSync(join(directory, name)), { level: 9 }));
}
cpSync(join(directory, "files"), join(target, "files"), { recursive: true });
const inFlight = join(directory, "drain-in-flight.json");
if (existsSync(inFlight)) cpSync(inFlight, join(target, "drain-in-flight.json"));
writeFileSync(join(target, "keys.json"), `${JSON.stringify(keys, null, 2)}\n`);
rmSync(scratch, { recursive: true });
