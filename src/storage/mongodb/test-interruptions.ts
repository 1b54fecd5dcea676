import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { newProject } from "../conformance/samples.ts";
import { MongoDatabase } from "./mongo-database.ts";
import { portsOf } from "./mongodb.ts";
import { testMongoOptions } from "./test-mongo.ts";

/** When a connection is cut: before the server sees the write, or after it did, before anybody sees its answer. */
type Moment = "before" | "after";

/** A connection to a database that is cut at one of its writes, as if the process had ended there. */
interface InterruptedConnection {
  readonly database: MongoDatabase;
  /** Whether it came to that write. */
  readonly isDisconnected: boolean;
  /** Lets it live on, without another cut. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

const WRITE_COMMANDS = ["insert", "update", "delete", "findAndModify"];
const OP_MSG = 2013;

/** A call, what has to be there before it, and what has to hold after it was interrupted. */
export interface InterruptionTest<T> {
  readonly prepare: (project: string) => Promise<T>;
  readonly call: (ports: ReturnType<typeof portsOf>, project: string, prepared: T) => Promise<unknown>;
  readonly check: (project: string, prepared: T) => Promise<void>;
}

/** For tests: runs the call twice for each of its writes, cut there, each time in a project of its own; and once without a cut. */
export async function interruptEveryWrite<T>(
  name: string,
  { prepare, call, check }: InterruptionTest<T>,
): Promise<void> {
  for (const moment of ["before", "after"] satisfies Moment[]) {
    for (let at = 1; ; at++) {
      const project = newProject();
      const prepared = await prepare(project);
      const connection = await connectInterrupted(name, at, moment);
      const error = await call(portsOf(connection.database), project, prepared).then(
        () => null,
        (reason: Error) => reason,
      );
      await connection.close();
      const where = connection.isDisconnected ? `cut ${moment} write ${at}` : "not cut";
      assert.equal(
        error?.name,
        connection.isDisconnected ? "StoreUnavailable" : undefined,
        `${where}: ${error?.stack}`,
      );
      await check(project, prepared).catch((reason: Error) => {
        reason.message = `${where}: ${reason.message}`;
        throw reason;
      });
      if (connection.isDisconnected) continue;
      assert.ok(at > 1, "the call wrote nothing");
      break;
    }
  }
}

/** For tests: connects through a proxy that cuts all connections at the write with this number, counted from 1. */
export async function connectInterrupted(name: string, at: number, moment: Moment): Promise<InterruptedConnection> {
  const url = new URL(testMongoOptions(name).url);
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  let writes = 0;
  let isCut = false;
  const end = () => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  };
  const cut = () => {
    isCut = true;
    end();
  };
  const proxy = createServer((near) => {
    const far = connect(Number(port || 27017), hostname);
    for (const socket of [near, far]) sockets.add(socket.on("error", () => undefined));
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
    let isLast = false;
    far.on("data", (bytes) => (isLast ? cut() : near.write(bytes)));
    let waiting: Buffer = Buffer.alloc(0);
    near.on("data", (bytes) => {
      waiting = Buffer.concat([waiting, bytes]);
      while (waiting.length >= 4 && waiting.length >= waiting.readInt32LE()) {
        const message = waiting.subarray(0, waiting.readInt32LE());
        waiting = waiting.subarray(message.length);
        if (isWrite(message)) writes += 1;
        isLast = isWrite(message) && writes === at;
        if (isLast && moment === "before") return cut();
        far.write(message);
      }
    });
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const address = proxy.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");
  url.host = `127.0.0.1:${address.port}`;
  url.searchParams.set("directConnection", "true");
  const database = new MongoDatabase(testMongoOptions(name, { url: url.href, poolSize: 1, timeoutMs: 500 }));
  return {
    database,
    get isDisconnected() {
      return isCut;
    },
    async restore() {
      await once(proxy.listen(address.port, "127.0.0.1"), "listening");
    },
    async close() {
      await database.close();
      end();
    },
  };
}

/** Whether a message of the wire protocol is a command that writes; the name of a command is that of its first field. */
function isWrite(message: Buffer): boolean {
  if (message.readInt32LE(12) !== OP_MSG) return false;
  const name = message.subarray(26, message.indexOf(0, 26)).toString();
  return WRITE_COMMANDS.includes(name);
}
