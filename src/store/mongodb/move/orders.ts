import { ObjectId } from "mongodb";

/** Moved rows are older than any that a service stores. */
const BEGIN_SECONDS = Date.UTC(2000, 0, 1) / 1000;
/** Few, because those who follow events read some seconds at once. */
const ROWS_PER_SECOND = 1000;

/** Makes the order of the row with this position, from 0, among all moved rows of its kind. */
export function orderAt(position: number): ObjectId {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(BEGIN_SECONDS + Math.floor(position / ROWS_PER_SECOND));
  bytes.writeBigUInt64BE(BigInt(position), 4);
  return new ObjectId(bytes);
}
