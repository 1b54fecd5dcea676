import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import Libsql from "libsql";
import { JournalDatabase } from "./journal-database.ts";

async function directoryFor(context: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "sightline-journal-"));
  context.after(() => rm(directory, { recursive: true }));
  return directory;
}

const unusable: [name: string, corrupt: (directory: string) => Promise<unknown>, reason: RegExp][] = [
  [
    "the file is a directory",
    (directory) => mkdir(join(directory, "journal.db"), { recursive: true }),
    /^The journal \S+ cannot be opened\.$/,
  ],
  [
    "the file is something else",
    (directory) => writeFile(join(directory, "journal.db"), "x".repeat(5000)),
    /^The database \S+ is damaged \(file is not a database\)\. Run `\S+ verify \S+`, and restore a backup\.$/,
  ],
  [
    "its id cannot be written",
    async (directory) => {
      new JournalDatabase(directory).close();
      const database = new Libsql(join(directory, "journal.db"));
      database.exec(
        "DELETE FROM identity; CREATE TRIGGER no BEFORE INSERT ON identity BEGIN SELECT raise(ABORT, 'no'); END",
      );
      database.close();
    },
    /^The journal \S+ cannot be opened: no\.$/,
  ],
];
for (const [name, corrupt, reason] of unusable) {
  test(`a journal that cannot be opened is named in one line: ${name}`, async (context) => {
    const directory = await directoryFor(context);
    await corrupt(directory);
    assert.throws(
      () => new JournalDatabase(directory),
      ({ message }: Error) => {
        assert.match(message, reason);
        assert.ok(message.includes(join(directory, "journal.db")));
        return true;
      },
    );
  });
}

test("a directory that is a file is named in one line", async (context) => {
  const file = join(await directoryFor(context), "file");
  await writeFile(file, "");
  assert.throws(
    () => new JournalDatabase(file),
    /^Error: The journal .*file\/journal\.db cannot be opened: EEXIST: file already exists, mkdir .*$/,
  );
});
