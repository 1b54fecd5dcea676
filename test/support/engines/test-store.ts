import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Store } from "../../../src/store/ports/stores.ts";
import { openSqlite } from "../../../src/store/sqlite/sqlite.ts";

/** Opens an empty embedded store in a new directory. Closes and deletes both when the test ends. */
export async function openTestStore(test: TestContext): Promise<{ store: Store; directory: string }> {
  const directory = await mkdtemp(join(tmpdir(), "sightline-test-"));
  const store = await openSqlite(directory);
  test.after(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });
  return { store, directory };
}
