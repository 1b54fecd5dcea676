import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { freePort } from "./free-port.ts";

/** A TCP proxy on the loopback whose connections can be interrupted. */
export interface TcpProxy {
  readonly port: number;
  /** Ends every connection and refuses new ones until `restore`. */
  disconnect(): Promise<void>;
  /** Accepts connections, but forwards nothing until `restore`. */
  stall(): void;
  restore(): Promise<void>;
}

/** Starts a proxy to a server. */
export async function startTcpProxy(hostname: string, port: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isStalled = false;
  const join = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.setNoDelay().pipe(to);
    from.on("error", () => undefined); // "close" follows
    from.on("close", () => {
      sockets.delete(from);
      to.destroy();
    });
    if (isStalled) from.pause();
  };
  const server = createServer((near) => {
    const far = connect(port, hostname);
    join(near, far);
    join(far, near);
  });
  const ownPort = await freePort();
  const listen = () => once(server.listen(ownPort, "127.0.0.1"), "listening");
  await listen();
  return {
    port: ownPort,
    async disconnect() {
      const closed = server.listening ? once(server, "close") : undefined;
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    stall() {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    async restore() {
      isStalled = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen();
    },
  };
}
