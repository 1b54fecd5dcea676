import { PROGRAM } from "../../lib/program-name.ts";

interface OldSpelling {
  readonly now: string;
  /** The option whose value is now the first argument. */
  readonly id?: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, string>>;
  /** What is added unless the option is there. */
  readonly adds?: readonly [option: string, value: string];
}

const SET = { "--event-retention": "--event-retention-seconds", "--time-zone": "--timezone" };
const VALUES = { forever: "0", default: "null", sunday: "0", monday: "1" };

/** Spellings of 1.6, which work until the release after the next. */
const OLD: Readonly<Record<string, OldSpelling>> = {
  "organizations rename": { now: "organizations update", id: "--organization" },
  "organizations remove": { now: "organizations remove", id: "--organization" },
  "projects rename": { now: "projects update", id: "--project" },
  "projects remove": { now: "projects remove", id: "--project" },
  "projects set": {
    now: "projects update",
    id: "--project",
    options: { ...SET, "--week-start": "--week-start-day" },
    values: VALUES,
  },
  "members rename": { now: "me update", options: { "--email": "--user", "--name": "--first-name" } },
  "members level": { now: "members update", id: "--email" },
  "members remove": { now: "members remove", id: "--email" },
  "invites link": { now: "invites link", id: "--invite" },
  "keys create --personal": {
    now: "personal-keys create",
    options: { "--email": "--user" },
    adds: ["--label", ""],
  },
  "keys create --project-key": { now: "project-keys create", adds: ["--label", ""] },
};

/** Returns a command line in today's spelling, and what to tell whoever uses another. */
export function modernize(argv: readonly string[]): { argv: readonly string[]; hint: string | null } {
  const starts = Object.keys(OLD).map((spelling) => spelling.split(" --", 1)[0]);
  const start = argv.findIndex((word, index) => starts.includes(`${word} ${argv[index + 1]}`));
  const words = argv.slice(start, start + 2).join(" ");
  const flag = ["", " --personal", " --project-key"].find((end) => {
    return `${words}${end}` in OLD && (end === "" || argv.includes(end.trim()));
  });
  const old = start === -1 || flag === undefined ? undefined : OLD[`${words}${flag}`];
  if (old === undefined) return { argv, hint: null };
  const rest = argv.slice(start + 2).flatMap((word) => word.split(/(?<=^--[\w-]+)=/s));
  const { now, id, options = {}, values = {}, adds } = old;
  const ids: string[] = [];
  const kept: string[] = [];
  for (let index = 0; index < rest.length; index += 1) {
    const [word = "", value] = rest.slice(index, index + 2);
    if (word === flag?.trim()) continue;
    const isOld = value !== undefined && (word === id || word in options);
    if (!isOld) kept.push(word);
    else if (word === id) ids.push(value);
    else kept.push(options[word] ?? word, values[value] ?? value);
    if (isOld) index += 1;
  }
  if (adds !== undefined && !kept.includes(adds[0])) kept.push(...adds);
  const modern = [...now.split(" "), ...ids, ...kept];
  if (now === words && ids.length === 0) return { argv, hint: null };
  const spelled = [PROGRAM, ...modern.map((word) => (/^[\w@.:/-]+$/.test(word) ? word : `'${word}'`))].join(" ");
  return { argv: [...argv.slice(0, start), ...modern], hint: `Use the new spelling: ${spelled}\n` };
}
