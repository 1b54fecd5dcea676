import { announce, announcedPorts, flagsOf } from "../changes.ts";
import type { Store, StorePorts } from "../ports/stores.ts";
import { recordErasures } from "../records/erasures.ts";
import { recordFlags } from "../records/flags.ts";
import { recordInvites } from "../records/invites.ts";
import { recordKeys } from "../records/keys.ts";
import { RECORD_KINDS } from "../records/record-kinds.ts";
import { recordRemovals } from "../records/removed-projects.ts";
import { recordTenants } from "../records/tenants.ts";
import { mongoCheckpoints } from "./checkpoints.ts";
import { mongoEvents } from "./events.ts";
import { MongoDatabase, type MongoOptions } from "./mongo-database.ts";
import { mongoFlagIdentifiers } from "./persons/flag-identifiers.ts";
import { mongoGroups } from "./persons/groups.ts";
import { mongoPeopleReading } from "./persons/people-reading.ts";
import { addEmails, hasEmails } from "./persons/person-row.ts";
import { mongoPersons } from "./persons/persons.ts";
import { mongoProjectData } from "./project-removals.ts";
import { mongoRecordingErasure } from "./recordings/recording-erasure.ts";
import { mongoRecordingFlushing } from "./recordings/recording-flushing.ts";
import { mongoRecordingLibrary } from "./recordings/recording-library.ts";
import { mongoRecordingPieces } from "./recordings/recording-pieces.ts";
import { mongoRecords } from "./records.ts";
import { ensureStoreId, prepareSchema } from "./schema.ts";

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
  return announcedPorts({
    tenants: recordTenants(records),
    keys: recordKeys(records),
    invites: recordInvites(records),
    events: mongoEvents(database),
    persons: mongoPersons(database),
    people: mongoPeopleReading(database),
    groups: mongoGroups(database, (projectIds) => announce(projectIds.map(flagsOf), records)),
    flags: { ...recordFlags(records), ...mongoFlagIdentifiers(database) },
    recordings: {
      library: mongoRecordingLibrary(database),
      pieces: mongoRecordingPieces(database),
      flushing: mongoRecordingFlushing(database),
      erasure: mongoRecordingErasure(database),
    },
    checkpoints: mongoCheckpoints(database),
    erasures: recordErasures(records, { isShared: true, scrub: () => database.ping().then(() => true) }),
    projectRemovals: recordRemovals(records, mongoProjectData(database, recordKinds)),
    records,
  });
}
