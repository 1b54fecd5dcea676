import type { Store, StorePorts } from "../ports/stores.ts";
import { mongoCheckpoints } from "./checkpoints.ts";
import { mongoEvents } from "./events.ts";
import { mongoFlags } from "./flags.ts";
import { mongoGroups } from "./groups.ts";
import { mongoInvites } from "./invites.ts";
import { mongoKeys } from "./keys.ts";
import { MongoDatabase, type MongoOptions } from "./mongo-database.ts";
import { mongoPersons } from "./persons.ts";
import { mongoRecordings } from "./recordings.ts";
import { prepareSchema } from "./schema.ts";
import { mongoTenants } from "./tenants.ts";

const STANDALONE_WARNING =
  "MongoDB is a single server: what it has confirmed is lost if its disk is. A replica set of three keeps it.";

/**
 * Opens a database of MongoDB, or of a server that speaks its protocol, and makes what it lacks; any number of processes and threads may have it
 * open. Throws `StoreUnavailable` where it cannot be reached, and an ordinary error where the address makes no sense or a newer program made it.
 */
export async function openMongo(options: MongoOptions): Promise<Store> {
  const database = new MongoDatabase(options);
  try {
    if (await database.detectStandalone()) options.warn(STANDALONE_WARNING);
    const { indexed } = await prepareSchema(database, options);
    const ports = portsOf(database);
    return {
      ...ports,
      transaction: (work) => work(ports),
      check: () => database.ping(),
      async close() {
        await indexed;
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The ports, on a database that is prepared. */
export function portsOf(database: MongoDatabase): StorePorts {
  return {
    tenants: mongoTenants(database),
    keys: mongoKeys(database),
    invites: mongoInvites(database),
    events: mongoEvents(database),
    persons: mongoPersons(database),
    groups: mongoGroups(database),
    flags: mongoFlags(database),
    recordings: mongoRecordings(database),
    checkpoints: mongoCheckpoints(database),
  };
}
