import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A port of ours that leads to another. */
export interface TcpProxy {
  readonly port: number;
  /** Ends every connection, and takes no new ones. */
  readonly disconnect: () => Promise<void>;
  /** Takes connections again. */
  readonly restore: () => Promise<void>;
}

/** Opens a port on the loopback that leads to this address. */
export async function startTcpProxy(host: string, port: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const join = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.setNoDelay().pipe(to);
    from.on("error", () => undefined); // "close" follows
    from.on("close", () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = createServer((near) => {
    const far = connect(port, host);
    join(near, far);
    join(far, near);
  });
  const listen = async (on: number) => void (await once(server.listen(on, "127.0.0.1"), "listening"));
  await listen(0);
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("No port was given.");
  return {
    port: bound.port,
    async disconnect() {
      const closed = server.listening ? once(server, "close") : undefined;
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    restore: () => listen(bound.port),
  };
}
