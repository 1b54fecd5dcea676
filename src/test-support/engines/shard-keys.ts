import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandStartedEvent, Document } from "mongodb";
import { ROOT } from "../child-process.ts";

/** Returns the collections that the documentation lists, each with the field of its shard key; null without one. */
export function documentedShardKeys(): ReadonlyMap<string, string | null> {
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

/** Notes writes of one document to sharded collections: a sharded cluster refuses some without the shard key. */
export class ShardKeyObserver {
  /** The collections that were written in this way. */
  readonly written = new Set<string>();
  /** The writes whose filter has no value for the shard key. */
  readonly faults = new Set<string>();
  readonly #shardKeys = documentedShardKeys();

  /** Called with each command that is sent to the server. */
  observe({ commandName, command }: Pick<CommandStartedEvent, "commandName" | "command">): void {
    const collection = String(command[commandName]);
    const shardKey = this.#shardKeys.get(collection) ?? null;
    if (shardKey === null) return;
    for (const filter of filtersOf(commandName, command)) {
      this.written.add(collection);
      const fields = Object.keys(filter).toSorted();
      if (!isValue(filter[shardKey])) this.faults.add(`${commandName} ${collection} by ${fields.join(", ")}`);
    }
  }
}

/** Returns the filters of the command's writes that concern one document, or insert one if there is none. */
function filtersOf(name: string, command: Document): Document[] {
  if (name === "findAndModify") return [command.query];
  if (name === "update") {
    const updates: Document[] = command.updates;
    return updates.filter(({ multi, upsert }) => !multi || upsert).map(({ q }) => q);
  }
  if (name === "delete") {
    const deletes: Document[] = command.deletes;
    return deletes.filter(({ limit }) => limit === 1).map(({ q }) => q);
  }
  return [];
}

/** A condition such as `$in` is no value, but an id of a class of the driver is. */
function isValue(condition: unknown): boolean {
  if (condition === undefined || condition === null) return false;
  return Object.getPrototypeOf(condition) !== Object.prototype || !Object.keys(condition)[0]?.startsWith("$");
}
