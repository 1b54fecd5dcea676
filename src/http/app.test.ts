import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { Worker } from "node:worker_threads";
import Libsql from "libsql";
import pino from "pino";
import { waitUntil } from "../../test/support/wait-until.ts";
import { endThread } from "../lib/threads/start-thread.ts";
import { startService } from "../service/service.ts";
import { readConfig } from "../settings/config.ts";

const MEGABYTE = 1024 * 1024;
const TIMEOUT_MS = 180_000;

/** A whole service in this process, with its threads at hand. */
const directory = await mkdtemp(join(tmpdir(), "sightline-app-"));
const threads: Worker[] = [];
const fatalErrors: Error[] = [];
process.on("worker", (thread) => threads.push(thread));
const settings = {
  HOST: "127.0.0.1",
  PORT: "0",
  DATA_DIR: directory,
  RESPONSE_VALIDATION: "throw",
  SHUTDOWN_SECONDS: "5",
};
const service = await startService(readConfig(settings), {
  log: pino({ level: "silent" }),
  adoptsStore: false,
  onFatal: (error) => fatalErrors.push(error),
  signal: new AbortController().signal,
});
const { organization, project, projectApiKey, owner } = service.firstSetup ?? assert.fail("this is the first start");
const base = `http://127.0.0.1:${service.port}`;
after(async () => {
  await service.stop();
  await rm(directory, { recursive: true });
});

/** Sends the pieces in order and only then reads. Returns what came back until the end, or the error code. */
function exchange(pieces: Iterable<string | Buffer>): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(service.port, "127.0.0.1").pause();
    let text = "";
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.on("end", () => resolve(text));
    const rest = pieces[Symbol.iterator]();
    const write = (): void => {
      const { value, done } = rest.next();
      if (done) socket.resume();
      else socket.write(value, write);
    };
    write();
  });
}

const post = (path: string, body: object) =>
  fetch(`${base}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

const unusualRequests: [line: string, status: number][] = [
  ["GET a://b HTTP/1.1", 404],
  ["GET http://elsewhere.example HTTP/1.1", 404],
  ["GET http://elsewhere.example/_health HTTP/1.1", 200],
  ["GET //_health HTTP/1.1", 404],
  ["GET /_health/ HTTP/1.1", 200],
  ["GET /_health?%zz&=&&limit=%00 HTTP/1.1", 200],
  ["GET /%zz HTTP/1.1", 404],
  ["GET /api/projects/%zz/session_recordings HTTP/1.1", 404],
  ["GET /api/projects/%00/session_recordings HTTP/1.1", 401],
  ["OPTIONS * HTTP/1.1", 404],
  ["TRACE /capture/ HTTP/1.1", 405],
  ["GET /batch/ HTTP/1.1", 405],
];
for (const [line, status] of unusualRequests) {
  test(`${line} is answered ${status}, in the one shape`, async () => {
    const answer = await exchange([`${line}\r\nHost: x\r\nConnection: close\r\n\r\n`]);
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} .*X-Request-Id: `, "s"));
    if (status >= 400) assert.deepEqual(Object.keys(JSON.parse(body)), ["type", "code", "detail"]);
  });
}

const invites = `/api/organizations/${organization.id}/invites`;
const twentyFiveMegabytes = Array.from({ length: 25 }, () => Buffer.alloc(MEGABYTE, " "));
const inChunks = [...twentyFiveMegabytes.flatMap((piece) => ["100000\r\n", piece, "\r\n"]), "0\r\n\r\n"];
for (const path of ["/capture/", "/decide/", invites]) {
  for (const connection of ["keep-alive", "close"]) {
    const name = path.replace(organization.id, "…");
    test(`25 MB to ${name}: a client that sends all of it first gets the 413 (${connection})`, async () => {
      const head = [
        `POST ${path} HTTP/1.1`,
        "Host: x",
        `Connection: ${connection}`,
        `Authorization: Bearer ${owner.personalApiKey}`,
        "Content-Type: application/json",
      ].join("\r\n");
      const last = "GET /_health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
      const rest = connection === "close" ? [] : [last];
      for (const pieces of [
        [`${head}\r\nContent-Length: ${25 * MEGABYTE}\r\n\r\n`, ...twentyFiveMegabytes],
        [`${head}\r\nTransfer-Encoding: chunked\r\n\r\n`, ...inChunks],
      ]) {
        const answers = await exchange([...pieces, ...rest]);
        assert.match(answers, /^HTTP\/1\.1 413 .*"code":"request_too_large"/s);
        if (connection === "keep-alive") assert.match(answers, /HTTP\/1\.1 200 OK.*\{"status":"ok",[^}]+\}$/s);
      }
    });
  }
}

test("interrupted senders leave nothing behind", async () => {
  const head = "POST /capture/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{";
  await Promise.all(
    Array.from({ length: 50 }, () => {
      const socket = connect(service.port, "127.0.0.1").on("error", () => {});
      return new Promise<void>((resolve) => socket.write(head, () => resolve(void socket.destroy())));
    }),
  );
  const requests = async () =>
    (await (await fetch(`${base}/metrics`)).text()).match(/operation="capture",status="400"} (\d+)/)?.[1];
  await waitUntil(async () => (await requests()) === "50");
  const { status } = await post("/capture/", { api_key: projectApiKey, event: "e", distinct_id: "d" });
  assert.equal(status, 200);
});

test("a personal key in a body is never stored", async () => {
  const store = new Libsql(join(directory, "sightline.db"), { timeout: TIMEOUT_MS });
  store.exec("ALTER TABLE events RENAME TO away");
  const names = ["api_key", "personal_api_key"];
  for (const name of names) {
    const body = { [name]: owner.personalApiKey, project_id: project.id, event: `by ${name}`, distinct_id: "d" };
    assert.equal((await post("/capture/", body)).status, 200);
    assert.equal(
      (await post("/batch/", { ...body, batch: [{ event: `${name} in a batch`, distinct_id: "d" }] })).status,
      200,
    );
  }
  const files = (await readdir(directory)).filter((file) => /^(journal|sightline)\.db/.test(file));
  assert.ok(files.includes("journal.db-wal"));
  for (const file of files) {
    assert.equal((await readFile(join(directory, file))).includes(owner.personalApiKey), false, file);
  }
  store.exec("ALTER TABLE away RENAME TO events");
  const stored = store.prepare("SELECT event FROM events WHERE event LIKE '%key%' ORDER BY event").pluck();
  const expected = ["api_key in a batch", "by api_key", "by personal_api_key", "personal_api_key in a batch"];
  await waitUntil(() => stored.all().length === expected.length);
  assert.deepEqual(stored.all(), expected);
  store.close();
});

test("/_ready reports a journal without disk space while events are refused", async () => {
  const journal = async () => {
    const answer = await fetch(`${base}/_ready`);
    return [answer.status, ((await answer.json()) as { engines: { journal: string } }).engines.journal];
  };
  const capture = () => post("/capture/", { api_key: projectApiKey, event: "e", distinct_id: "d" });
  const away = `${directory}-away`;
  assert.deepEqual(await journal(), [200, "ok"]);
  await rename(directory, away); // its room cannot be told, as little as that of a disk that is gone
  assert.equal((await capture()).status, 503);
  assert.deepEqual(await journal(), [503, "unavailable"]);
  await rename(away, directory);
  assert.deepEqual(await journal(), [200, "ok"]);
  assert.equal((await capture()).status, 200);
});

test("without the journal thread events are refused, /_ready tells why, and the process lives", async () => {
  const ready = async () => {
    const answer = await fetch(`${base}/_ready`);
    const { status, engines } = (await answer.json()) as Record<string, unknown>;
    return [answer.status, { status, engines }];
  };
  assert.deepEqual(await ready(), [200, { status: "ready", engines: { documents: "ok", files: "ok", journal: "ok" } }]);
  if (threads[0]) await endThread(threads[0]);
  await waitUntil(() => fatalErrors.length > 0);
  assert.deepEqual(await ready(), [
    503,
    { status: "unavailable", engines: { documents: "ok", files: "ok", journal: "unavailable" } },
  ]);
  const refused = await post("/capture/", { api_key: projectApiKey, event: "e", distinct_id: "d" });
  assert.deepEqual([refused.status, refused.headers.get("Retry-After")], [503, "5"]);
  assert.equal(((await refused.json()) as { code: string }).code, "journal_full");
  assert.equal((await fetch(`${base}/_health`)).status, 200);
  assert.equal(fatalErrors.length, 1);
});
