import { createHash } from "node:crypto";

/** 15 hex digits, as the clients of this family scale them: 0xFFFFFFFFFFFFFFF, which a double rounds up to 2^60. */
const SCALE = 2 ** 60;

/** A number from 0 to 1 that is always the same for the same text, spread evenly: the first 60 bits of its SHA-1. */
function hash(text: string): number {
  const digest = createHash("sha1").update(text, "utf8").digest();
  return (digest.readUInt32BE(0) * 2 ** 28 + (digest.readUInt32BE(4) >>> 4)) / SCALE;
}

/** Where an identifier falls for a flag, from 0 to 1. The salt is empty for the rollout and `variant` for the variant. */
export function flagHash(flagKey: string, identifier: string, salt: "" | "variant" = ""): number {
  return hash(`${flagKey}.${identifier}${salt}`);
}

/** Where an identifier falls for holdouts, from 0 to 1: the same for every flag. */
export function holdoutHash(identifier: string): number {
  return hash(`holdout-${identifier}`);
}
