import type { ServerResponse } from "node:http";

/** Size up to which replies are not counted: a connection costs as much. */
const SMALL_BYTES = 64 * 1024;

interface UnreadReply {
  readonly response: ServerResponse;
  readonly bytes: number;
  readonly client: string;
}

/** Bounds the memory of unread replies. Buffers that replies share are not counted. */
export class ReplyMemory {
  readonly #maxBytes: number;
  /** Oldest first. */
  readonly #unread = new Set<UnreadReply>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Counts a reply until it is read. Without room, the clients with most of the memory lose their oldest replies. */
  hold(response: ServerResponse, bytes: number, client: () => string): void {
    if (bytes <= SMALL_BYTES || response.destroyed) return;
    const reply = { response, bytes, client: client() };
    this.#unread.add(reply);
    this.#bytes += bytes;
    response.once("close", () => this.#release(reply));
    while (this.#bytes > this.#maxBytes) {
      const oldest = this.#oldestOfLargestClient(reply);
      if (!oldest) return;
      this.#release(oldest);
      oldest.response.destroy();
    }
  }

  #release(reply: UnreadReply): void {
    if (this.#unread.delete(reply)) this.#bytes -= reply.bytes;
  }

  #oldestOfLargestClient(newest: UnreadReply): UnreadReply | undefined {
    const bytesByClient = new Map<string, number>();
    for (const { client, bytes } of this.#unread) bytesByClient.set(client, (bytesByClient.get(client) ?? 0) + bytes);
    const [[largest] = []] = [...bytesByClient].sort(([, one], [, other]) => other - one);
    const others = [...this.#unread].filter((reply) => reply !== newest);
    return others.find(({ client }) => client === largest) ?? others[0];
  }
}
