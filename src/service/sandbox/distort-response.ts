import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Failure } from "./documented-failures.ts";

type Distortion = Pick<Failure, "delay" | "drip" | "cut" | "garble">;

/** Part of a longer body that is damaged; the rest follows unchanged. A stream begins with its first part. */
const MAX_HELD_BYTES = 262_144;
const DRIPS = 10;

export function isDistorted({ delay, drip, cut, garble }: Distortion): boolean {
  return Boolean(delay || drip || cut || garble);
}

/** Makes everything written from now on arrive late, in parts, incompletely or invalid. */
export function distortResponse(response: ServerResponse, distortion: Distortion): void {
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  const held: Buffer[] = [];
  let heldBytes = 0;
  let sending: Promise<void> | null = null;
  const send = (bytes: Uint8Array) => new Promise<void>((sent) => void write(bytes, () => sent()));

  const sendHeld = async () => {
    await sleep((distortion.delay ?? 0) * 1000);
    const body = Buffer.concat(held);
    if (distortion.garble && body.length > 0) body[Math.floor(body.length / 2)] = 0;
    const kept = distortion.cut ? body.subarray(0, Math.floor(body.length / 2)) : body;
    for (const part of distortion.drip ? divide(kept) : [kept]) {
      if (response.destroyed) return;
      if (part.length > 0) await send(part);
      if (distortion.drip) await sleep((distortion.drip * 1000) / DRIPS);
    }
    if (distortion.cut) response.socket?.destroy();
  };
  const hold = (chunk: unknown, encoding?: unknown) => {
    if (chunk === undefined || chunk === null || typeof chunk === "function") return;
    const bytes = typeof chunk === "string" ? Buffer.from(chunk, textEncoding(encoding)) : Buffer.from(chunk as Buffer);
    held.push(bytes);
    heldBytes += bytes.length;
  };

  response.flushHeaders = () => undefined;
  response.write = (chunk: unknown, ...rest: unknown[]) => {
    const isStream = String(response.getHeader("content-type")).startsWith("text/event-stream");
    if (sending === null) {
      hold(chunk, rest[0]);
      if (heldBytes > MAX_HELD_BYTES || isStream) sending = sendHeld();
    } else {
      const bytes = Buffer.from(chunk as Buffer);
      sending = sending.then(() => (response.destroyed ? undefined : send(bytes)));
    }
    const callback = rest.findLast((argument) => typeof argument === "function") as (() => void) | undefined;
    const isNext = sending ?? Promise.resolve();
    void isNext.then(() => {
      callback?.();
      response.emit("drain");
    });
    return sending === null;
  };
  response.end = (...parameters: unknown[]) => {
    const callback = parameters.findLast((argument) => typeof argument === "function") as (() => void) | undefined;
    if (sending === null) {
      hold(parameters[0], parameters[1]);
      sending = sendHeld();
    }
    void sending.then(() => {
      if (!response.destroyed) end(callback);
    });
    return response;
  };
}

function textEncoding(encoding: unknown): BufferEncoding {
  return typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8";
}

function divide(body: Buffer): Buffer[] {
  const size = Math.max(1, Math.ceil(body.length / DRIPS));
  return Array.from({ length: DRIPS }, (_, index) => body.subarray(index * size, (index + 1) * size));
}
