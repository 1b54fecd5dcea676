import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { MongoDatabase } from "../../../src/store/mongodb/mongo-database.ts";
import { portsOf } from "../../../src/store/mongodb/mongodb.ts";
import type { StorePorts } from "../../../src/store/ports/stores.ts";
import { newProject } from "../../conformance/samples.ts";
import { freePort } from "../free-port.ts";
import { testMongoOptions } from "./test-mongo.ts";

/** Whether to disconnect before the server receives the write, or after that but before the client gets the answer. */
type Moment = "before" | "after";

/** A connection to a database that is cut at one of its writes, as if the process had ended there. */
interface InterruptedConnection {
  readonly database: MongoDatabase;
  /** Whether that write was reached. */
  readonly isDisconnected: boolean;
  /** Accepts connections again, without another interruption. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

const WRITE_COMMANDS = ["insert", "update", "delete", "findAndModify"];
const OP_MSG = 2013;

export interface InterruptionTest<T> {
  readonly prepare: (project: string) => Promise<T>;
  /** The call to interrupt. */
  readonly call: (ports: StorePorts, project: string, prepared: T) => Promise<unknown>;
  /** Asserts what must hold after an interruption. */
  readonly check: (project: string, prepared: T) => Promise<void>;
}

/** How often a call may exceed its short timeout because the machine stalls; it is tried again. */
const MAX_STALLS = 20;

/** Interrupts the call before and after each of its writes, each time in a new project; then runs it undisturbed. */
export async function interruptEveryWrite<T>(
  name: string,
  { prepare, call, check }: InterruptionTest<T>,
): Promise<void> {
  let stalls = 0;
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
      if (error?.name === "StoreUnavailable" && !connection.isDisconnected) {
        stalls += 1;
        assert.ok(stalls <= MAX_STALLS, `not interrupted, and still: ${error.stack}`);
        at -= 1;
        continue;
      }
      const where = connection.isDisconnected ? `interrupted ${moment} write ${at}` : "not interrupted";
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

/** Connects through a proxy that closes all connections at write number `at`, counted from 1. */
export async function connectInterrupted(name: string, at: number, moment: Moment): Promise<InterruptedConnection> {
  const url = new URL(testMongoOptions(name).url);
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  let writes = 0;
  let isDisconnected = false;
  const closeAll = () => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  };
  const disconnect = () => {
    isDisconnected = true;
    closeAll();
  };
  const proxy = createServer((client) => {
    const server = connect(Number(port || 27017), hostname);
    for (const socket of [client, server]) sockets.add(socket.on("error", () => undefined));
    client.on("close", () => server.destroy());
    server.on("close", () => client.destroy());
    let isLast = false;
    server.on("data", (bytes) => (isLast ? disconnect() : client.write(bytes)));
    let pending: Buffer = Buffer.alloc(0);
    client.on("data", (bytes) => {
      pending = Buffer.concat([pending, bytes]);
      while (pending.length >= 4 && pending.length >= pending.readInt32LE()) {
        const message = pending.subarray(0, pending.readInt32LE());
        pending = pending.subarray(message.length);
        if (isWrite(message)) writes += 1;
        isLast = isWrite(message) && writes === at;
        if (isLast && moment === "before") return disconnect();
        server.write(message);
      }
    });
  });
  const ownPort = await freePort();
  const listen = () => once(proxy.listen(ownPort, "127.0.0.1"), "listening");
  await listen();
  url.host = `127.0.0.1:${ownPort}`;
  url.searchParams.set("directConnection", "true");
  const database = new MongoDatabase(testMongoOptions(name, { url: url.href, poolSize: 1, timeoutMs: 500 }));
  return {
    database,
    get isDisconnected() {
      return isDisconnected;
    },
    async restore() {
      await listen();
    },
    async close() {
      await database.close();
      closeAll();
    },
  };
}

/** Returns whether a wire protocol message is a write command; the name of its first field is the command. */
function isWrite(message: Buffer): boolean {
  if (message.readInt32LE(12) !== OP_MSG) return false;
  const name = message.subarray(26, message.indexOf(0, 26)).toString();
  return WRITE_COMMANDS.includes(name);
}
