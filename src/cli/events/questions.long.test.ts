import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { waitForPort } from "../../../test/support/service-process.ts";
import { openCommandLine } from "../../../test/support/test-command-line.ts";

async function send(port: number, body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`http://127.0.0.1:${port}/batch/`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  assert.equal(response.status, 200);
}

test("SQL is answered beside a running service and without one", async (t) => {
  const { run, start, directory } = await openCommandLine(t);
  const { project_api_key: api_key } = JSON.parse((await run(["setup", "--json"])).out);
  const service = start("serve");
  const port = await waitForPort(service);
  const event = (name: string, properties: object) => ({ event: name, distinct_id: "ada", properties });
  await send(port, { api_key, batch: [event("bought", { price: 7.5, note: 'a "b"' }), event("seen", {})] });
  const count = async () => (await run(["sql", "SELECT count() AS n FROM events"])).out;
  for (let out = ""; out !== "n\n2\n"; ) out = await count();

  const file = join(directory, "question.sql");
  const sql = "SELECT event, properties.price AS price, properties.note AS note FROM events ORDER BY event";
  await writeFile(file, sql);
  const csv = { status: 0, out: 'event,price,note\nbought,7.5,"a ""b"""\nseen,,\n', err: "" };
  assert.deepEqual(await run(["sql", "--file", "-", "--csv"], sql), csv);
  service.kill("SIGTERM");
  const { out } = await run(["sql", "--file", file, "--json", "--limit", "1"]);
  const { results, columns, hasMore } = JSON.parse(out);
  assert.deepEqual([results, columns, hasMore], [[["bought", "7.5", 'a "b"']], ["event", "price", "note"], true]);
  const refused = await run(["sql", "SELECT * FROM read_csv('/etc/passwd')"]);
  assert.deepEqual(refused, { status: 1, out: "", err: "The function read_csv is not supported.\n" });
  assert.equal(existsSync(join(directory, "answers", `command-${process.pid}`)), false);
});
