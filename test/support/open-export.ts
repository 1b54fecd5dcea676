import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { openSqlite } from "../../src/store/sqlite/sqlite.ts";
import { newEvent } from "../conformance/samples.ts";
import { openTestCli } from "./test-cli.ts";

/** Opens a command line whose project 1 has some events, and a folder to export them to. */
export async function openExport(t: Parameters<typeof openTestCli>[0], count: number) {
  const cli = await openTestCli(t);
  await cli.setup();
  const store = await openSqlite(cli.environment.DATA_DIR ?? "");
  t.after(() => store.close());
  const insert = async (more: number) => {
    const events = Array.from({ length: more }, () => newEvent("1", { properties: '{"note":"a \\"b\\",\\nc"}' }));
    await store.events.insert(events);
    return events.map(({ uuid }) => uuid);
  };
  const out = join(cli.directory, "out");
  const uuids = await insert(count);
  await store.events.insert([newEvent("2")]);
  return { ...cli, store, insert, out, uuids, exported: () => exportedUuids(out) };
}

async function exportedUuids(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith("events-")).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return texts
    .join("")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).uuid);
}
