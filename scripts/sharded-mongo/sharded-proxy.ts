import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { ShardKeys } from "../../test/support/engines/shard-keys.ts";
import { type Refusal, refusalOf, scatteredFields } from "./sharding-rules.ts";
import { bodyOf, messageSplitter, nameOf, replyTo } from "./wire.ts";

const JUDGED = new Set([
  "find",
  "count",
  "distinct",
  "aggregate",
  "update",
  "delete",
  "findAndModify",
  "createIndexes",
]);

type Counts = ReadonlyMap<string, number>;

export interface ShardedProxy {
  readonly port: number;
  /** How often each command was sent, `update persons`. */
  readonly sent: Counts;
  /** How often every shard would have had to answer, `find persons by mergedInto`. */
  readonly scattered: Counts;
  /** What was refused, each once. */
  readonly refusals: ReadonlySet<string>;
  close(): Promise<void>;
}

export interface ShardedProxyOptions {
  readonly hostname: string;
  /** The port of a server of MongoDB's protocol. */
  readonly serverPort: number;
  /** 0 for a free one. */
  readonly port: number;
  readonly shardKeys: ShardKeys;
  /** How long each message takes on its way, in milliseconds. */
  readonly delayMs: number;
}

/** Starts a proxy on the loopback that refuses what a sharded cluster refuses, and passes on everything else. */
export async function startShardedProxy(options: ShardedProxyOptions): Promise<ShardedProxy> {
  const { hostname, serverPort, shardKeys, delayMs } = options;
  const [sent, scattered] = [new Map<string, number>(), new Map<string, number>()];
  const refusals = new Set<string>();
  const sockets = new Set<Socket>();

  /** Returns the error with which a cluster answers, and counts the message. */
  const judge = (message: Buffer): Refusal | null => {
    const command = nameOf(message);
    if (!command) return null;
    const shardKey = shardKeys.get(command.value) ?? null;
    const key = shardKeys.has(command.value) ? `${command.name} ${command.value}` : command.name;
    increment(sent, key);
    if (shardKey === null || !JUDGED.has(command.name)) return null;
    const judged = { name: command.name, collection: command.value, body: bodyOf(message) };
    for (const fields of scatteredFields(judged, shardKey)) increment(scattered, `${key} by ${fields}`);
    const refusal = refusalOf(judged, shardKey);
    if (refusal) refusals.add(refusal.message);
    return refusal;
  };

  /** Writes after the delay, in order, and reads no more than is written. */
  const passOn = (bytes: Buffer, to: Socket, from: Socket) => {
    const write = () => {
      if (to.destroyed || to.write(bytes)) return;
      from.pause();
      to.once("drain", () => from.resume());
    };
    if (delayMs === 0) write();
    else setTimeout(write, delayMs);
  };

  const server = createServer((near) => {
    const far = connect(serverPort, hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay().on("error", () => undefined); // "close" follows
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    const split = messageSplitter();
    near.on("data", (chunk: Buffer) => {
      for (const message of split(chunk)) {
        const refusal = judge(message);
        if (!refusal) passOn(message, far, near);
        else passOn(replyTo(message, errorDocument(refusal)), near, near);
      }
    });
    far.on("data", (chunk: Buffer) => passOn(chunk, near, far));
  });
  await once(server.listen(options.port, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    sent,
    scattered,
    refusals,
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

const increment = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);

const errorDocument = ({ code, codeName, message }: Refusal) => ({ ok: 0, errmsg: message, code, codeName });
