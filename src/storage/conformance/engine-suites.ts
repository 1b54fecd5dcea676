import { after, before, test } from "node:test";

interface Connection {
  close(): Promise<void>;
}

/** An engine to be tried: it makes empty stores, and connects to one as often as wanted, from any thread. */
export interface Engine<T extends Connection> {
  readonly name: string;
  /** Why it cannot be tried here, and how it can. */
  readonly skipReason?: string | undefined;
  /** Makes room for an empty store; gives what `connect` finds it by. */
  create(): Promise<string>;
  connect(store: string): Promise<T>;
  remove(store: string): Promise<void>;
}

/** A store of a suite's own: there before its tests, removed after them. */
export interface TestStore<T> {
  /** The first connection. */
  readonly connection: T;
  /** What other threads connect by. */
  readonly name: string;
  /** Another connection, closed after the tests. */
  connect(): Promise<T>;
}

/** Makes a store for the tests of the `describe` that calls this. */
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
      if (!first) throw new Error("The store is there only while the tests run.");
      return first;
    },
  };
}

/** Tries the engines that are to be had; the others are skipped by name, with the reason. */
export function runSuites<T extends Connection>(
  engines: readonly Engine<T>[],
  suites: readonly ((engine: Engine<T>) => void)[],
): void {
  for (const engine of engines) {
    if (engine.skipReason !== undefined) test(engine.name, { skip: engine.skipReason }, () => {});
    else for (const describeSuite of suites) describeSuite(engine);
  }
}
