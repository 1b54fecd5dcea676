import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { TestContext } from "node:test";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A mail that the test server accepted. */
export interface ReceivedMail {
  readonly to: string[];
  /** Headers and body as received, with `\n` as line separator. */
  readonly raw: string;
}

/** Opens a mail server on loopback that refuses mail for `refusedAddresses`. */
export async function openMailServer(test: TestContext, refusedAddresses: readonly string[] = []) {
  const mails: ReceivedMail[] = [];
  const options: SMTPServerOptions = {
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: ({ address }, _session, done) =>
      done(refusedAddresses.includes(address) ? new Error("No such mailbox") : null),
    onData: async (stream, session, done) => {
      const parts: Buffer[] = [];
      for await (const part of stream) parts.push(part);
      const raw = Buffer.concat(parts).toString().replaceAll("\r\n", "\n");
      mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw });
      done();
    },
  };
  const server = new SMTPServer(options);
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  test.after(() => new Promise<void>((resolve) => server.close(resolve)));
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, mails };
}

/** Opens a server that accepts connections and never sends anything. */
export async function openUnresponsiveServer(test: TestContext) {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    test.after(() => socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  test.after(() => server.close());
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Returns the address of a closed port on loopback. */
export async function unreachableUrl(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return `smtp://127.0.0.1:${port}`;
}
