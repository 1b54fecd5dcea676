import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import type { TestContext } from "node:test";

/** A proxy that simulates network failures. */
export interface TcpProxy {
  readonly port: number;
  /** Closes every connection, and accepts no new ones until `restore`. */
  disconnect(): Promise<void>;
  /** Accepts connections but forwards nothing until `restore`. */
  stall(): void;
  restore(): Promise<void>;
}

/** Starts a TCP proxy on the loopback interface, in front of the server at `address` (a URL with host and port). */
export async function startTcpProxy(test: TestContext, address: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(address);
  const sockets = new Set<Socket>();
  let isStalled = false;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.pipe(upstream);
    upstream.pipe(client);
    if (isStalled) for (const socket of [client, upstream]) socket.pause();
  });
  const listen = (listenPort: number) => once(server.listen(listenPort, "127.0.0.1"), "listening");
  await listen(0);
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("The proxy has no port.");
  const disconnect = async () => {
    const closed = server.listening ? once(server, "close") : undefined;
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  test.after(disconnect);
  return {
    port: bound.port,
    disconnect,
    stall() {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    async restore() {
      isStalled = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen(bound.port);
    },
  };
}
