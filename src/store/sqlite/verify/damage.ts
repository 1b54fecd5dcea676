import { dirname } from "node:path";
import { BroadcastChannel } from "node:worker_threads";
import { PROGRAM } from "../../../lib/program-name.ts";
import { quoteWord } from "../../../lib/quote-word.ts";
import { newestBackup } from "../../newest-backup.ts";

export interface Damage {
  readonly file: string;
  readonly problem: string;
  /** The statement that failed because of it; empty if it was found in another way. */
  readonly statement: string;
}

const CHANNEL = "sightline.damage";

/** Tells all threads of the process. */
export function reportDamage(damage: Damage): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(damage);
  channel.close();
}

/** Calls the listener with each damage that any thread reports. Returns a function that ends this. */
export function watchDamage(listener: (damage: Damage) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = (event) => listener((event as { data: Damage }).data);
  channel.unref();
  return () => channel.close();
}

export function describeDamage({ file, problem }: Pick<Damage, "file" | "problem">): string {
  const directory = dirname(file);
  const backup = newestBackup(directory);
  const newest = backup ? `; the newest known is ${backup.directory}, of ${backup.begun}` : "";
  const command = `${PROGRAM} verify ${quoteWord(directory)}`;
  return `The database ${file} is damaged (${problem}). Run \`${command}\`, and restore a backup${newest}.`;
}
