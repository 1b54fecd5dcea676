import type { Document } from "mongodb";

/** A command to a server, with its documents. */
export interface MongoCommand {
  readonly name: string;
  readonly collection: string;
  readonly body: Document;
}

/** An error of a server. */
export interface Refusal {
  readonly code: number;
  readonly codeName: string;
  readonly message: string;
}

/**
 * Returns the error with which a sharded cluster answers the command, for a collection with a hashed shard key of one
 * field; null if it runs. The rules are those of MongoDB 4.4: later versions refuse less.
 */
export function refusalOf(command: MongoCommand, shardKey: string): Refusal | null {
  const { name, body } = command;
  if (name === "createIndexes" && list(body.indexes).some(({ unique, key }) => unique && !isIdIndex(key)))
    return refusal(67, "CannotCreateIndex", command, "has a unique index beside its hashed shard key");
  for (const { filter, change, isOne } of writesOf(command)) {
    if (isOne && !isValue(filter[shardKey]))
      return refusal(61, "ShardKeyNotFound", command, `writes one document by ${fieldsOf(filter)}, not by ${shardKey}`);
    if (change !== undefined && movesDocument(change, filter, shardKey))
      return refusal(31025, "ImmutableField", command, `changes the shard key ${shardKey}`);
  }
  return null;
}

/** Returns the fields by which the command reads or writes what every shard has to look for, once for each time. */
export function scatteredFields({ name, collection, body }: MongoCommand, shardKey: string): string[] {
  const filters = [...readFilters(name, body), ...writesOf({ name, collection, body }).map(({ filter }) => filter)];
  return filters.filter((filter) => !namesShardKey(filter, shardKey)).map(fieldsOf);
}

interface Write {
  readonly filter: Document;
  /** What changes; undefined for removals. */
  readonly change?: unknown;
  /** Whether it concerns one document, or inserts one if there is none. */
  readonly isOne: boolean;
}

function writesOf({ name, body }: MongoCommand): Write[] {
  if (name === "findAndModify" || name === "findandmodify")
    return [{ filter: body.query ?? {}, change: body.update, isOne: true }];
  if (name === "update")
    return list(body.updates).map(({ q, u, multi, upsert }) => ({ filter: q, change: u, isOne: !multi || upsert }));
  if (name === "delete") return list(body.deletes).map(({ q, limit }) => ({ filter: q, isOne: limit === 1 }));
  return [];
}

function readFilters(name: string, { filter, query, pipeline }: Document): Document[] {
  if (name === "find") return [filter ?? {}];
  if (name === "count" || name === "distinct") return [query ?? {}];
  if (name === "aggregate") return [list(pipeline)[0]?.$match ?? {}];
  return [];
}

/** Returns whether an update moves documents to another shard, for which a cluster demands a transaction. */
function movesDocument(change: unknown, filter: Document, shardKey: string): boolean {
  if (typeof change !== "object" || change === null) return false;
  const changes = Array.isArray(change) ? change : [change];
  return changes.some((part: Document) => {
    const isReplacement = !Object.keys(part).some((key) => key.startsWith("$"));
    if (isReplacement) return part[shardKey] === undefined ? shardKey !== "_id" : !isSame(part, filter, shardKey);
    return Object.entries(part).some(
      ([operator, fields]) =>
        operator !== "$setOnInsert" &&
        typeof fields === "object" &&
        fields !== null &&
        shardKey in fields &&
        !isSame(fields, filter, shardKey),
    );
  });
}

const isSame = (change: Document, filter: Document, shardKey: string) =>
  JSON.stringify(change[shardKey]) === JSON.stringify(filter[shardKey]);

/** Returns whether a filter names values of the shard key, so that their shards alone are asked. */
function namesShardKey(filter: Document, shardKey: string): boolean {
  const condition = filter[shardKey];
  const parts: Document[] = list(filter.$and);
  return isValue(condition) || Array.isArray(condition?.$in) || parts.some((part) => namesShardKey(part, shardKey));
}

/** A condition such as `$in` is no value, but an id of a class of the driver is. */
function isValue(condition: unknown): boolean {
  if (condition === undefined || condition === null) return false;
  return Object.getPrototypeOf(condition) !== Object.prototype || !Object.keys(condition)[0]?.startsWith("$");
}

const isIdIndex = (key: Document) => Object.keys(key).join() === "_id";

const fieldsOf = (filter: Document) => Object.keys(filter).toSorted().join(", ") || "nothing";

const list = (value: unknown): Document[] => (Array.isArray(value) ? value : []);

function refusal(code: number, codeName: string, { name, collection }: MongoCommand, what: string): Refusal {
  return { code, codeName, message: `${name}: ${collection} ${what}` };
}
