import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Random } from "../../seeded-random.ts";

/** A proxy in front of an S3 server, on the loopback. */
export interface S3Proxy {
  readonly endpoint: string;
  /** How many requests it has disturbed, by the way of doing so. */
  readonly counts: ReadonlyMap<string, number>;
  /** From now on refuses, delays or cuts each request. */
  disturb(): void;
  restore(): void;
  close(): void;
}

const MAX_DELAY_MS = 5000;
const SLOW_DOWN = "<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>";
const DISTURBANCES = ["refused", "delayed", "cut on their way", "cut on the way back"] as const;

/** Starts a proxy to the S3 server at an HTTP address. */
export async function startS3Proxy(server: string, random: Random): Promise<S3Proxy> {
  const { hostname, port } = new URL(server);
  const counts = new Map<string, number>();
  let isDisturbed = false;

  /** Sends the request on. The signature needs its headers as they are. */
  const forward = ({ method, url, rawHeaders }: IncomingMessage, reply: ServerResponse) => {
    const far = request({ hostname, port, method, path: url, headers: rawHeaders });
    far.on("error", () => reply.destroy());
    reply.on("close", () => far.destroy());
    return far;
  };
  const pass = (near: IncomingMessage, reply: ServerResponse) => {
    const far = forward(near, reply).on("response", (answer) => {
      answer.on("error", () => reply.destroy());
      answer.pipe(reply.writeHead(answer.statusCode ?? 502, answer.rawHeaders));
    });
    near.pipe(far);
  };
  const disturbances: Record<(typeof DISTURBANCES)[number], typeof pass> = {
    refused(near, reply) {
      near.resume();
      reply.writeHead(503, { "content-type": "application/xml" }).end(SLOW_DOWN);
    },
    delayed(near, reply) {
      setTimeout(() => pass(near, reply), random.integer(0, MAX_DELAY_MS));
    },
    "cut on their way"(near, reply) {
      const far = forward(near, reply);
      near.once("end", () => reply.destroy());
      near.once("data", (chunk: Buffer) => far.write(firstHalf(chunk), () => reply.destroy()));
    },
    "cut on the way back"(near, reply) {
      const far = forward(near, reply).on("response", (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.once("end", () => reply.destroy());
        answer.once("data", (chunk: Buffer) => reply.write(firstHalf(chunk), () => reply.destroy()));
      });
      near.pipe(far);
    },
  };

  const listener = createServer((near, reply) => {
    near.on("error", () => undefined); // the reply closes, too
    if (!isDisturbed) return pass(near, reply);
    const what = DISTURBANCES[random.integer(0, DISTURBANCES.length - 1)] ?? "refused";
    counts.set(what, (counts.get(what) ?? 0) + 1);
    disturbances[what](near, reply);
  });
  await once(listener.listen(0, "127.0.0.1"), "listening");
  return {
    endpoint: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    counts,
    disturb() {
      isDisturbed = true;
    },
    restore() {
      isDisturbed = false;
    },
    close() {
      listener.close();
      listener.closeAllConnections();
    },
  };
}

const firstHalf = (chunk: Buffer) => chunk.subarray(0, Math.ceil(chunk.length / 2));
