import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { invalidInput, problem } from "../../lib/problem.ts";
import { FairQueue } from "../../lib/threads/fair-queue.ts";
import type { Millis, UserId } from "../../store/ports/common.ts";
import type { Records } from "../../store/ports/records.ts";
import type { StorePorts } from "../../store/ports/stores.ts";
import { PASSWORDS } from "../../store/records/sign-in-kinds.ts";
import { isSameEmailAddress } from "../email.ts";

const MIN_CHARACTERS = 12;
const MIN_DIFFERENT = 5;
const NOBODY = 0;

/** One hash takes 32 MB and about 0.3 s of another thread. */
const COST = { N: 32_768, r: 8, p: 3 };
const [SALT_BYTES, KEY_BYTES] = [16, 32];
/** Runs one hash at once: strangers who try passwords take a part of one processor, and wait for each other. */
const queue = new FairQueue({ max: 20, maxPerClient: 3 });

/** Returns the user with this password; null after as much work. `client` tries. Throws `throttled` if too many do. */
export async function userWithPassword(
  { email, password }: { readonly email: string; readonly password: string },
  client: string,
  { records, tenants }: Pick<StorePorts, "records" | "tenants">,
): Promise<UserId | null> {
  const user = await tenants.findUserByEmail(email);
  const isRight = await isPassword(user?.id ?? NOBODY, password, client, records);
  return isRight && user !== null ? user.id : null;
}

/** Throws `throttled` if too many try at once. */
export async function isPassword(userId: UserId, password: string, client: string, records: Records) {
  return isPasswordOf((await records.find(PASSWORDS, { userId }))?.hash, password, client);
}

export async function hasPassword(userId: UserId, records: Records): Promise<boolean> {
  return (await records.find(PASSWORDS, { userId })) !== null;
}

/** Throws `invalid_input` for a password that is too easy to guess. */
export function checkPassword(password: string, email: string): void {
  const reject = (detail: string) => invalidInput("password", detail);
  const characters = [...password];
  if (characters.length < MIN_CHARACTERS) {
    throw reject(`Use at least ${MIN_CHARACTERS} characters: a few words are easy to remember.`);
  }
  if (new Set(characters).size < MIN_DIFFERENT) throw reject(`Use at least ${MIN_DIFFERENT} different characters.`);
  if (isSameEmailAddress(password, email)) throw reject("Use something else than your address.");
}

/** Stores a password, or removes it for null. Throws `throttled` if too many try at once. */
export async function storePassword(userId: UserId, password: string | null, now: Millis, records: Records) {
  if (password === null) await records.delete(PASSWORDS, { userId });
  else await records.put(PASSWORDS, { userId, hash: await hashPassword(password, `user ${userId}`), changedAt: now });
}

/** Hashes a password. Clients take turns. Throws `throttled` if too many wait. */
async function hashPassword(password: string, client: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, COST, client);
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64"), key.toString("base64")].join("$");
}

/** Compares a password, equally slowly for an absent hash. Throws as `hashPassword`. */
async function isPasswordOf(hash: string | undefined, password: string, client: string): Promise<boolean> {
  const [, N, r, p, salt = "", key = ""] = (hash ?? ABSENT).split("$");
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const derived = await derive(password, Buffer.from(salt, "base64"), cost, client);
  const isEqual = timingSafeEqual(derived, Buffer.from(key, "base64"));
  return isEqual && hash !== undefined;
}

const NO_BYTES = [SALT_BYTES, KEY_BYTES].map((length) => Buffer.alloc(length).toString("base64"));
const ABSENT = ["scrypt", COST.N, COST.r, COST.p, ...NO_BYTES].join("$");

function derive(password: string, salt: Buffer, cost: Required<Pick<ScryptOptions, "N" | "r" | "p">>, client: string) {
  const options = { ...cost, maxmem: 256 * cost.N * cost.r };
  // The same letters may be typed as different characters.
  const text = password.normalize("NFKC");
  return new Promise<Buffer>((resolve, reject) => {
    const task = async () => {
      const begin = performance.now();
      await new Promise<void>((done) =>
        scrypt(text, salt, KEY_BYTES, options, (error, key) => {
          if (error) reject(error);
          else resolve(key);
          done();
        }),
      );
      await sleep(performance.now() - begin, undefined, { ref: false }); // others need the processor, too
    };
    if (queue.run(client, task) === null) {
      reject(problem("throttled", { detail: "Too many people sign in at the same time.", retryAfter: 5 }));
    }
  });
}
