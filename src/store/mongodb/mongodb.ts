import type { Document } from "mongodb";
import { announce, flagsOf } from "../changes.ts";
import type { Store, StorePorts } from "../ports/stores.ts";
import { type Advice, clockFinding, type Finding, faultOf, leftFinding, probeStore } from "../probe.ts";
import { withRecordPorts } from "../record-ports.ts";
import type { ErasureEngine } from "../records/erasures.ts";
import { RECORD_KINDS } from "../records/record-kinds.ts";
import { mongoCheckpoints } from "./checkpoints.ts";
import { mongoEvents } from "./events.ts";
import { INDEXES, indexName } from "./indexes.ts";
import { MongoDatabase, type MongoOptions } from "./mongo-database.ts";
import { mongoFlagIdentifiers } from "./persons/flag-identifiers.ts";
import { mongoGroups } from "./persons/groups.ts";
import { addEmails, hasEmails } from "./persons/person-row.ts";
import { mongoPeopleReading, mongoPersons } from "./persons/persons.ts";
import { mongoProjectData } from "./project-removals.ts";
import { recordIndexes } from "./record-documents.ts";
import { mongoRecordingErasure } from "./recordings/recording-erasure.ts";
import { mongoRecordingFlushing } from "./recordings/recording-flushing.ts";
import { mongoRecordingLibrary } from "./recordings/recording-library.ts";
import { mongoRecordingPieces } from "./recordings/recording-pieces.ts";
import { mongoRecords } from "./records.ts";
import { ensureStoreId, prepareSchema, SCHEMA_VERSION, schemaVersion } from "./schema.ts";

const STANDALONE_WARNING =
  "MongoDB is a single server: confirmed writes are lost if its disk fails. Use a replica set of three.";

/**
 * Opens a database of MongoDB or a compatible server, which several processes may use, and creates missing indexes.
 * Throws `StoreUnavailable` if it cannot be reached, and another error if the URL is invalid or the schema newer.
 */
export async function openMongo(options: MongoOptions): Promise<Store> {
  const database = new MongoDatabase(options);
  try {
    if (await database.detectStandalone()) options.warn(STANDALONE_WARNING);
    const { indexed } = await prepareSchema(database, options);
    const id = await ensureStoreId(database);
    const ports = portsOf(database, options.recordKinds);
    const closing = new AbortController();
    const withEmails = (await database.run(hasEmails))
      ? indexed
      : indexed
          .then(() => database.run((collections) => addEmails(collections, closing.signal)))
          .catch((error: Error) => options.warn(`Persons cannot be prepared for searches by email: ${error.message}`));
    return {
      id,
      ...ports,
      // No transaction: each write takes effect at once. See `Store.transaction`.
      transaction: (work) => work(ports),
      check: () => database.ping(),
      size: () => database.size(),
      async close() {
        closing.abort();
        await withEmails;
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

export function portsOf(database: MongoDatabase, recordKinds = RECORD_KINDS): StorePorts {
  const records = mongoRecords(database);
  const ports = {
    events: mongoEvents(database),
    persons: mongoPersons(database),
    people: mongoPeopleReading(database),
    groups: mongoGroups(database, (projectIds) => announce(projectIds.map(flagsOf), records)),
    recordings: {
      library: mongoRecordingLibrary(database),
      pieces: mongoRecordingPieces(database),
      flushing: mongoRecordingFlushing(database),
      erasure: mongoRecordingErasure(database),
    },
    checkpoints: mongoCheckpoints(database),
  };
  const erasing: ErasureEngine = { isShared: true, scrub: () => database.ping().then(() => true) };
  const data = mongoProjectData(database, recordKinds);
  return withRecordPorts(ports, records, mongoFlagIdentifiers(database), erasing, data);
}

const SUBJECT = "MongoDB";
const NO_COLLECTION = 26;
const MIN_FREE_SHARE = 0.05;

const ADVICE: Advice = [
  [
    /authentication|auth failed|not authorized|requires auth/i,
    "are user and password in MONGODB_URL right, and has the user readWrite on MONGODB_DATABASE?",
  ],
  [/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|querySrv/, "is the host in MONGODB_URL right, and the server up?"],
  [/certificate|SELF_SIGNED|TLS|SSL/i, "name the server's certificate authority in MONGODB_URL: tlsCAFile=…"],
  [
    /timed? ?out|primary/i,
    "does the replica set have a primary, and can this machine reach its members by their host names?",
  ],
];

export async function diagnoseMongo(options: MongoOptions): Promise<Finding[]> {
  try {
    await using database = new MongoDatabase(options);
    return await findingsOf(database, options.database);
  } catch (error) {
    return [faultOf(SUBJECT, error, ADVICE)];
  }
}

async function findingsOf(database: MongoDatabase, name: string): Promise<Finding[]> {
  const begin = Date.now();
  const hello = await database.withDb((db) => db.command({ hello: 1 }));
  const end = Date.now();
  const version = await schemaVersion(database);
  if (version > SCHEMA_VERSION) {
    const reason = `the database ${name} is of version ${version}, newer than this program's (${SCHEMA_VERSION})`;
    return [{ subject: SUBJECT, state: "fault", text: `${reason}: use the newer program` }];
  }
  const findings = [await serverFinding(database, hello)];
  if (hello.localTime instanceof Date) findings.push(clockFinding(hello.localTime.getTime(), end, end - begin));
  findings.push(...(await diskFindings(database)));
  if (version === 0) {
    return [...findings, { subject: "indexes", state: "ok", text: `${name} will be created by the first start` }];
  }
  const stored = await database.withDb((db) => db.collection("events").estimatedDocumentCount());
  findings.push(await indexFinding(database), await leftFinding(mongoRecords(database), stored));
  return [...findings, await probeStore(mongoRecords(database))];
}

async function serverFinding(database: MongoDatabase, { setName, msg }: Document): Promise<Finding> {
  const { version } = await database.withDb((db) => db.command({ buildInfo: 1 }));
  const kind = setName === undefined ? (msg === "isdbgrid" ? "sharded cluster" : "single server") : "replica set";
  const text = `${kind}, version ${version}`;
  if (kind !== "single server") return { subject: SUBJECT, state: "ok", text };
  const advice =
    "confirmed writes are lost if its disk fails: use a replica set of three, or a server with its own replication";
  return { subject: SUBJECT, state: "warning", text: `${text}; ${advice}` };
}

/** Returns nothing if the server does not report its disk's size. */
async function diskFindings(database: MongoDatabase): Promise<Finding[]> {
  const stats = await database.withDb((db) => db.command({ dbStats: 1 })).catch(() => ({}) as Document);
  const { fsTotalSize: total, fsUsedSize: used } = stats;
  if (typeof total !== "number" || typeof used !== "number" || total <= 0) return [];
  const text = `${((total - used) / 1e9).toFixed(1)} GB of ${(total / 1e9).toFixed(1)} GB are free`;
  const subject = "MongoDB's disk";
  if (total - used >= total * MIN_FREE_SHARE) return [{ subject, state: "ok", text }];
  return [{ subject, state: "warning", text: `${text}: make room` }];
}

async function indexFinding(database: MongoDatabase): Promise<Finding> {
  const missing: string[] = [];
  const ofRecords = RECORD_KINDS.map((kind) => [kind.name, recordIndexes(kind)] as const);
  for (const [collection, indexes] of [...Object.entries(INDEXES), ...ofRecords]) {
    const present = await database.withDb((db) => indexNames(() => db.collection(collection).indexes()));
    const absent = indexes.map(indexName).filter((name) => !present.has(name));
    missing.push(...absent.map((name) => `${collection}.${name}`));
  }
  const subject = "indexes";
  if (missing.length === 0) return { subject, state: "ok", text: "all present" };
  return { subject, state: "warning", text: `missing: ${missing.join(", ")}; the next start will create them` };
}

async function indexNames(list: () => Promise<Document[]>): Promise<Set<string>> {
  try {
    return new Set((await list()).map(({ name }) => String(name)));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === NO_COLLECTION) return new Set();
    throw error;
  }
}
