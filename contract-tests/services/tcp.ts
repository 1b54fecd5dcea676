import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A port of ours that leads to others. */
export interface Passage {
  readonly port: number;
  /** Ends every connection, and takes no new ones. */
  readonly cut: () => Promise<void>;
  /** Takes connections again. */
  readonly mend: () => Promise<void>;
}

/** Opens a port on the loopback each of whose connections leads to one of these addresses, at random. */
export async function openPassage(addresses: readonly string[]): Promise<Passage> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const address = addresses[Math.floor(Math.random() * addresses.length)] ?? "";
    const { hostname, port } = new URL(address);
    const far = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    join(near, far);
    join(far, near);
  });
  const join = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.setNoDelay();
    from.pipe(to);
    from.on("error", () => to.resetAndDestroy());
    from.on("close", () => {
      sockets.delete(from);
      if (!from.readableEnded) to.destroy();
    });
  };
  const listen = async (port: number) => void (await once(server.listen(port, "127.0.0.1"), "listening"));
  await listen(0);
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("No port was given.");
  return {
    port: bound.port,
    async cut() {
      const closed = server.listening ? once(server, "close") : undefined;
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: () => listen(bound.port),
  };
}
