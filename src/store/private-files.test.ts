import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { diagnosePermissions } from "../ops/doctor.ts";
import { closeToOthers } from "./private-files.ts";

/** Returns a directory with files of an older version, and a function that reads their modes. */
async function openDirectory(t: TestContext, ...others: string[]) {
  const root = await mkdtemp(join(tmpdir(), "sightline-modes-"));
  t.after(() => rm(root, { recursive: true }));
  const directory = join(root, "the data");
  await mkdir(join(directory, "files"), { recursive: true });
  const names = ["journal.db", "sightline.db", "sightline.db-wal", "service.lock", "drain-in-flight.json", ...others];
  for (const name of names) await writeFile(join(directory, name), "");
  for (const name of names) await chmod(join(directory, name), 0o644);
  await chmod(join(directory, "files"), 0o755);
  await chmod(directory, 0o755);
  const modeOf = async (name = "") => ((await stat(join(directory, name))).mode & 0o777).toString(8);
  return { directory, names, modeOf };
}

test("the files of an older version are closed to other users", async (t) => {
  const { directory, names, modeOf } = await openDirectory(t);
  assert.equal((await closeToOthers(directory)).length, names.length + 2);
  assert.deepEqual([await modeOf(), await modeOf("files")], ["700", "700"]);
  for (const name of names) assert.equal(await modeOf(name), "600", name);
  assert.deepEqual(await closeToOthers(directory), []);
  assert.deepEqual(await closeToOthers(join(directory, "none")), []);
});

test("a directory with other things in it keeps its mode, and so do they", async (t) => {
  const { directory, modeOf } = await openDirectory(t, "notes.txt");
  await closeToOthers(directory);
  assert.deepEqual([await modeOf(), await modeOf("notes.txt"), await modeOf("journal.db")], ["755", "644", "600"]);
});

test("doctor names what is open to others, and a command that works", async (t) => {
  const { directory } = await openDirectory(t);
  await closeToOthers(directory);
  const closed = await diagnosePermissions(directory);
  assert.deepEqual(
    closed.map(({ state }) => state),
    ["ok"],
  );
  await chmod(join(directory, "sightline.db"), 0o640);
  const [finding] = await diagnosePermissions(directory);
  assert.deepEqual(finding, {
    subject: "permissions",
    state: "warning",
    text: `${join(directory, "sightline.db")} (640) is open to other users: chmod -R go-rwx '${directory}'`,
  });
  await chmod(directory, 0o755);
  const [two] = await diagnosePermissions(directory);
  assert.match(two?.text ?? "", /\(755\) and 1 more are open/);
});
