import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP proxy on the loopback whose connections can be interrupted. It does not keep the process running. */
export interface TcpProxy {
  readonly port: number;
  /** Ends every connection and resets new ones until `restore`. The port stays this proxy's. */
  disconnect(): Promise<void>;
  /** Accepts connections, but forwards nothing until `restore`. */
  stall(): void;
  restore(): Promise<void>;
}

/** Starts a proxy to a server. */
export async function startTcpProxy(hostname: string, port: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isStalled = false;
  let isDisconnected = false;
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
    // If the proxy gave its port back instead, another server could get it, and the client would reach that one.
    if (isDisconnected) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(port, hostname);
    join(near, far);
    join(far, near);
  }).unref();
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async disconnect() {
      isDisconnected = true;
      const closed = [...sockets].map((socket) => new Promise((resolve) => socket.once("close", resolve)));
      for (const socket of sockets) socket.destroy();
      await Promise.all(closed);
    },
    stall() {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    async restore() {
      isStalled = false;
      isDisconnected = false;
      for (const socket of sockets) socket.resume();
    },
  };
}
