import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** Keeps the requests of webhooks. It refuses the first with 500, so that it comes again. */
export class WebhookReceiver {
  readonly received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  readonly #server = createServer(async (request, response) => {
    this.received.push({ headers: request.headers, body: await text(request) });
    response.writeHead(this.received.length === 1 ? 500 : 200).end();
  });

  /** Starts to listen, and returns the address. */
  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this.url;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  /** Fails unless all requests are signed as Standard Webhooks says. */
  assertSigned(secret: string): void {
    const [, own] = /^whsec_(.+)$/.exec(secret) ?? [];
    const key = own === undefined ? secret : Buffer.from(own, "base64");
    assert.notEqual(this.received.length, 0);
    for (const { headers, body } of this.received) {
      const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
      assert.equal(headers["webhook-signature"], `v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
    }
  }

  close(): void {
    this.#server.close();
  }
}
