import { once } from "node:events";
import { SMTPServer } from "smtp-server";

export interface Mail {
  readonly to: readonly string[];
  /** Head and body, as it came over the wire. */
  readonly text: string;
}

/** Returns the path of the page that a mail links to. Long lines of its body may be wrapped. */
export function invitePath({ text }: Mail): string {
  const path = text.replaceAll("=\r\n", "").match(/\/invites\/inv_\w+/)?.[0];
  if (path === undefined) throw new Error(`The mail has no link:\n${text}`);
  return path;
}

/** A real mail server on the loopback, which refuses every address that begins with `refused`. */
export class Mailbox {
  readonly mails: Mail[] = [];
  readonly #server: SMTPServer;

  constructor(server: SMTPServer) {
    this.#server = server;
  }

  static async open(): Promise<Mailbox> {
    const mailbox: Mailbox = new Mailbox(
      new SMTPServer({
        authOptional: true,
        disabledCommands: ["STARTTLS", "AUTH"],
        onRcptTo({ address }, _session, done) {
          done(address.startsWith("refused") ? new Error("No such mailbox") : undefined);
        },
        onData(stream, session, done) {
          const chunks: Buffer[] = [];
          stream.on("data", (chunk: Buffer) => chunks.push(chunk));
          stream.on("end", () => {
            const to = session.envelope.rcptTo.map(({ address }) => address);
            mailbox.mails.push({ to, text: Buffer.concat(chunks).toString("utf8") });
            done();
          });
        },
      }),
    );
    await once(mailbox.#server.listen(0, "127.0.0.1"), "listening");
    return mailbox;
  }

  get url(): string {
    const address = this.#server.server.address();
    if (address === null || typeof address === "string") throw new Error("The mail server does not listen.");
    return `smtp://127.0.0.1:${address.port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(resolve));
  }
}
