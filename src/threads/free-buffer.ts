import { MessageChannel } from "node:worker_threads";

const { port1: closedPort, port2 } = new MessageChannel();
port2.close();

/** Freeing takes 2 µs: as much as collecting buffers of this size. */
const MIN_FREED_BYTES = 16 * 1024;

/**
 * Frees the memory of a large buffer, which is empty then: moved to a port whose other end is closed, it goes nowhere.
 * V8 would free it with its next collection, until which a thread that allocates little keeps up to 64 MB of dead
 * buffers, and every new one takes fresh pages from the system.
 */
export function freeBuffer(buffer: ArrayBuffer): void {
  if (buffer.byteLength >= MIN_FREED_BYTES) closedPort.postMessage(null, [buffer]);
}
