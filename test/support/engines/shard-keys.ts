import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../child-process.ts";

/** The field of the shard key of each collection; null for those that are not sharded. */
export type ShardKeys = ReadonlyMap<string, string | null>;

/** Returns the collections that the documentation lists, each with the field of its shard key. */
export function documentedShardKeys(): ShardKeys {
  const page = readFileSync(join(ROOT, "docs/storage.md"), "utf8");
  const lines = page.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  const column = lines.find((cells) => cells[1] === "collection")?.indexOf("shard key") ?? -1;
  const rows = lines.flatMap((cells) => {
    const name = /^`(\w+)`$/.exec(cells[1] ?? "")?.[1];
    const shardKey = /^`\{(\w+): "hashed"\}`$/.exec(cells[column] ?? "")?.[1] ?? null;
    return name === undefined ? [] : ([[name, shardKey]] as const);
  });
  return new Map(rows);
}
