import type { ServerResponse } from "node:http";

/** Size up to which replies are not counted: a connection costs as much. */
const SMALL_BYTES = 64 * 1024;

interface UnreadReply {
  readonly response: ServerResponse;
  readonly bytes: number;
  readonly client: string;
}

export type HoldReply = (response: ServerResponse, bytes: number, client: () => string) => void;

/** Bounds the memory of unread replies. Buffers that replies share are not counted. */
export function newReplyMemory(maxBytes: number): HoldReply {
  /** Oldest first. */
  const unread = new Set<UnreadReply>();
  let unreadBytes = 0;
  const release = (reply: UnreadReply) => {
    if (unread.delete(reply)) unreadBytes -= reply.bytes;
  };
  /** Counts a reply until it is read. Without room, the clients with most of the memory lose their oldest replies. */
  return (response, bytes, client) => {
    if (bytes <= SMALL_BYTES || response.destroyed) return;
    const reply = { response, bytes, client: client() };
    unread.add(reply);
    unreadBytes += bytes;
    response.once("close", () => release(reply));
    while (unreadBytes > maxBytes) {
      const oldest = oldestOfLargestClient([...unread], reply);
      if (!oldest) return;
      release(oldest);
      oldest.response.destroy();
    }
  };
}

function oldestOfLargestClient(unread: readonly UnreadReply[], newest: UnreadReply): UnreadReply | undefined {
  const bytesByClient = new Map<string, number>();
  for (const { client, bytes } of unread) bytesByClient.set(client, (bytesByClient.get(client) ?? 0) + bytes);
  const [[largest] = []] = [...bytesByClient].sort(([, one], [, other]) => other - one);
  const others = unread.filter((reply) => reply !== newest);
  return others.find(({ client }) => client === largest) ?? others[0];
}
