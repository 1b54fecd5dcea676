import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Store } from "../storage/ports/stores.ts";
import { openSqlite } from "../storage/sqlite/sqlite.ts";

/** For tests: an empty embedded store in a directory of its own, both gone when the test ends. */
export async function openTestStore(test: TestContext): Promise<{ documents: Store; directory: string }> {
  const directory = await mkdtemp(join(tmpdir(), "sightline-test-"));
  const documents = await openSqlite(directory);
  test.after(async () => {
    await documents.close();
    await rm(directory, { recursive: true });
  });
  return { documents, directory };
}
