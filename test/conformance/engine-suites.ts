import { after, before, test } from "node:test";
import { ONLY_EXTERNAL_ENGINES } from "../support/engines/wanted-engines.ts";

interface Connection {
  close(): Promise<void>;
}

/** An engine under test. */
export interface Engine<T extends Connection> {
  readonly name: string;
  /** Whether it needs no server. */
  readonly isEmbedded: boolean;
  /** Why its tests cannot run here, and what they need. */
  readonly skipReason?: string | undefined;
  /** Prepares an empty store. Returns the name by which any thread can connect to it. */
  create(): Promise<string>;
  connect(store: string): Promise<T>;
  remove(store: string): Promise<void>;
}

/** A store of one suite: created before its tests, removed after them. */
export interface TestStore<T> {
  /** The first connection. */
  readonly connection: T;
  /** The name by which other threads connect. */
  readonly name: string;
  /** Opens another connection, which is closed after the tests. */
  connect(): Promise<T>;
}

/** Creates a store for the tests of the enclosing `describe`. */
export function testStore<T extends Connection>(engine: Engine<T>): TestStore<T> {
  const connections: T[] = [];
  let name = "";
  const connect = async () => {
    const connection = await engine.connect(name);
    connections.push(connection);
    return connection;
  };
  before(async () => {
    name = await engine.create();
    await connect();
  });
  after(async () => {
    for (const connection of connections) await connection.close();
    await engine.remove(name);
  });
  return {
    connect,
    get name() {
      return name;
    },
    get connection() {
      const [first] = connections;
      if (!first) throw new Error("The store exists only while the tests run.");
      return first;
    },
  };
}

/** Runs the suites on each engine. Skips an unavailable engine by name, with the reason. */
export function runSuites<T extends Connection>(
  engines: readonly Engine<T>[],
  suites: readonly ((engine: Engine<T>) => void)[],
): void {
  for (const engine of engines) {
    if (engine.isEmbedded && ONLY_EXTERNAL_ENGINES) continue;
    if (engine.skipReason !== undefined) test(engine.name, { skip: engine.skipReason }, () => {});
    else for (const describeSuite of suites) describeSuite(engine);
  }
}
