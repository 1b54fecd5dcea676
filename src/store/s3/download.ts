import { pipeline, type Readable, Transform, type TransformCallback } from "node:stream";
import { StoreUnavailable } from "../ports/common.ts";
import { storeError } from "./s3-errors.ts";

/**
 * Wraps a response body as `Files.get` requires. It fails with `StoreUnavailable`, also if nothing arrives for
 * `stallTimeoutMs` while the reader wants more. Destroying it releases the connection.
 */
export function download(body: Readable, stallTimeoutMs: number): Readable {
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      stallTimer.refresh();
      done(null, chunk);
    },
    destroy(error, done) {
      clearTimeout(stallTimer);
      done(error ? (storeError(error) as Error) : null);
    },
  });
  const stallTimer: NodeJS.Timeout = setTimeout(() => {
    const isReaderSlow = stream.readableLength >= stream.readableHighWaterMark;
    if (isReaderSlow) stallTimer.refresh();
    else body.destroy(new StoreUnavailable("S3 stopped in the middle of a file."));
  }, stallTimeoutMs);
  pipeline(body, stream, () => clearTimeout(stallTimer));
  return stream;
}
