import { pipeline, type Readable, Transform, type TransformCallback } from "node:stream";
import { StoreUnavailable } from "../ports/common.ts";
import { storeError } from "./s3-errors.ts";

/**
 * An answer's body as the port promises it: its failures are `StoreUnavailable`, among them that nothing came for so long although the
 * reader wants more; destroyed, it lets go of the connection.
 */
export function download(body: Readable, stallTimeoutMs: number): Readable {
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      waiting.refresh();
      done(null, chunk);
    },
    destroy(error, done) {
      clearTimeout(waiting);
      done(error ? (storeError(error) as Error) : null);
    },
  });
  const waiting: NodeJS.Timeout = setTimeout(() => {
    if (stream.readableLength >= stream.readableHighWaterMark) waiting.refresh();
    else body.destroy(new StoreUnavailable("S3 stopped in the middle of a file."));
  }, stallTimeoutMs);
  pipeline(body, stream, () => clearTimeout(waiting));
  return stream;
}
