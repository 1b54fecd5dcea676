import type { ServerResponse } from "node:http";

/** Replies up to this size are not counted: a connection costs as much. */
const SMALL_BYTES = 64 * 1024;

/** A reply that its client has not read completely. */
interface UnreadReply {
  readonly response: ServerResponse;
  readonly bytes: number;
  readonly client: string;
}

/** Bounds the memory of the replies that clients have not read. Buffers that replies share are not counted. */
export class ReplyMemory {
  readonly #maxBytes: number;
  /** The oldest first. */
  readonly #unread = new Set<UnreadReply>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Counts a reply until it is read or its client has left. If there is no room, the clients with most of the memory
   * are disconnected from their oldest replies. `client` returns the address that limits count.
   */
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
