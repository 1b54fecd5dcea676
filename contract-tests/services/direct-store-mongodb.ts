import { inflateSync } from "node:zlib";
import { Binary, MongoClient } from "mongodb";
import type { DirectStore } from "./direct-store.ts";
import { mongoProxyOf } from "./mongo-proxy.ts";
import type { TestEnvironment } from "./test-environment.ts";

type Settings = TestEnvironment["engineSettings"];

interface EventDocument {
  readonly _id: Binary;
  readonly event: string;
  readonly distinctId: string;
  readonly timestamp: number;
  readonly properties: string | Binary;
}

/** Accesses MongoDB as the environment's settings name it. In an outage no connection to it can be made. */
export function mongoDirectStore(environment: TestEnvironment): DirectStore {
  return {
    async findEvents(projectId, uuids) {
      return withDatabase(environment.engineSettings, async (client, name) => {
        const keys = uuids.map((uuid) => eventKey(projectId, uuid));
        const events = client.db(name).collection<EventDocument>("events");
        const documents = await events.find({ _id: { $in: keys } }).toArray();
        return documents.map((document) => ({
          uuid: uuidOfKey(document._id),
          event: document.event,
          distinctId: document.distinctId,
          timestamp: document.timestamp,
          properties: inflateText(document.properties),
        }));
      });
    },
    makeUnavailable: () => mongoProxyOf(environment).disconnect(),
    makeAvailable: () => mongoProxyOf(environment).restore(),
  };
}

/** Yields the documents of the environment's database as bytes, each with its collection's name. */
export async function* readDocuments({
  engineSettings: engines,
}: TestEnvironment): AsyncGenerator<readonly [name: string, content: Buffer]> {
  const found = await withDatabase(engines, async (client, name) => {
    const collections = await client.db(name).collections();
    const contents = collections.map(async (collection) => {
      const documents = await collection.find({}, { raw: true }).toArray();
      return documents.map((document) => [collection.collectionName, document as unknown as Buffer] as const);
    });
    return (await Promise.all(contents)).flat();
  });
  yield* found;
}

export async function dropDatabase(settings: Settings): Promise<void> {
  await withDatabase(settings, async (client, name) => void (await client.db(name).dropDatabase()));
}

async function withDatabase<T>(
  { MONGODB_URL = "", MONGODB_DATABASE = "" }: Settings,
  work: (client: MongoClient, database: string) => Promise<T>,
): Promise<T> {
  const client = new MongoClient(MONGODB_URL);
  try {
    return await work(client, MONGODB_DATABASE);
  } finally {
    await client.close();
  }
}

/** An event's key: 8 bytes of its project's number, 16 of its uuid. */
function eventKey(projectId: string, uuid: string): Binary {
  const project = Buffer.alloc(8);
  project.writeBigUInt64BE(BigInt(projectId));
  return new Binary(Buffer.concat([project, Buffer.from(uuid.replaceAll("-", ""), "hex")]));
}

function uuidOfKey(key: Binary): string {
  const hex = Buffer.from(key.value()).subarray(8).toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Long texts are stored compressed. */
function inflateText(stored: string | Binary): string {
  return typeof stored === "string" ? stored : inflateSync(stored.value()).toString();
}
