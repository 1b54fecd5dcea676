import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import type { TestContext } from "node:test";

/** A way to a server that can be cut. */
export interface TcpProxy {
  readonly port: number;
  /** Ends every connection, and takes no new ones until `mend`. */
  disconnect(): Promise<void>;
  /** Takes connections, and lets nothing through until `mend`. */
  stall(): void;
  restore(): Promise<void>;
}

/** For tests: a TCP proxy on the loopback, in front of the address of any server. */
export async function startTcpProxy(test: TestContext, address: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(address);
  const sockets = new Set<Socket>();
  let held = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    near.pipe(far);
    far.pipe(near);
    if (held) for (const socket of [near, far]) socket.pause();
  });
  const listen = (on: number) => once(server.listen(on, "127.0.0.1"), "listening");
  await listen(0);
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("The proxy has no port.");
  const cut = async () => {
    const closed = server.listening ? once(server, "close") : undefined;
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  test.after(cut);
  return {
    port: bound.port,
    disconnect: cut,
    stall() {
      held = true;
      for (const socket of sockets) socket.pause();
    },
    async restore() {
      held = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen(bound.port);
    },
  };
}
