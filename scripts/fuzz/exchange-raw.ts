import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { SocketAttack } from "./generate/socket-attack.ts";

const MAX_READ_BYTES = 1_000_000;

/** Opens the connections at once and returns what each of them read, as text. Errors of connections are no news. */
export function exchangeRaw(base: string, attack: SocketAttack): Promise<string[]> {
  return Promise.all(Array.from({ length: attack.connections }, () => exchangeOne(base, attack)));
}

async function exchangeOne(
  base: string,
  { parts, pauseMs, holdMs, isHalfClosed, isUnread = false }: SocketAttack,
): Promise<string> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const ended = new Promise<void>((resolve) => socket.once("end", () => resolve()));
  let text = "";
  socket.on("error", () => undefined);
  socket.setEncoding("latin1").on("data", (part: string) => {
    if (text.length < MAX_READ_BYTES) text += part;
  });
  if (isUnread) socket.pause();
  try {
    for (const part of parts) {
      if (socket.destroyed) break;
      socket.write(part, "latin1");
      if (parts.length > 1) await Promise.race([sleep(pauseMs), closed]);
    }
    if (isHalfClosed) socket.end();
    await Promise.race([sleep(holdMs + 50), closed, ended]);
  } finally {
    socket.destroy();
  }
  return text;
}
