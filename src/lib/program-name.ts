import { basename, delimiter, dirname, isAbsolute, relative, resolve } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

const IN_CHECKOUT = "npm run --silent sightline --";

/** Returns the command that runs the program here: from npm, `PATH` or a checkout. `script` is what Node started. */
export function programCommand(script: string, { PATH = "", npm_lifecycle_event: npmScript }: Environment): string {
  const name = basename(script);
  if (name === "main.ts" || (name === "main.js" && npmScript !== undefined)) return IN_CHECKOUT;
  if (name === "main.js") return `node ${shellWord(shortest(script))}`;
  if (name !== "sightline") return "sightline";
  const folder = dirname(resolve(script));
  if (folder.endsWith("node_modules/.bin")) return "npx sightline";
  return PATH.split(delimiter).includes(folder) ? "sightline" : shellWord(script);
}

export const PROGRAM = programCommand(process.argv[1] ?? "", process.env);

function shortest(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith("..") || isAbsolute(fromHere) ? path : fromHere;
}

export function shellWord(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
