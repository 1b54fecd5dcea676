import type { Random } from "../../seeded-random.ts";
import { pick, randomSize } from "./random-text.ts";

const MAX_LENGTH = 100_000;

/** Values that a careless program stumbles over, as JSON. */
const ODD_VALUES = [
  ..."null true false 0 -0 -1 1.5 1e400 -1e400 1e-400 9007199254740993 18446744073709551616".split(" "),
  ...["[]", "{}", "[null]", "[[]]", "[{}]", '""', '" "', '"\\u0000"', '"\\ud800"', '"\\udc00x"'],
  ...['"__proto__"', '"constructor"', '"NaN"', '"$ne"', '"-1"', '"1e9"', '"../../etc/passwd"'],
  ...['{"__proto__":{"a":1}}', '{"constructor":{"prototype":{}}}', '{"$set":{"$set":{}}}', '{"a.b":{"$c":1}}'],
  ...['"9999999-01-01"', '"2026-02-30T25:61:61Z"', '"0000-00-00"', '"2026-01-01T00:00:00+99:99"'],
];

/** Returns the value as JSON with one to three places changed: replaced, removed, doubled or blown up. */
export function mutatedJson(value: unknown, random: Random): string {
  const marker = "\u{f0000}";
  const texts: string[] = [];
  const change = () => {
    texts.push(oddJson(random));
    return `${marker}${texts.length - 1}${marker}`;
  };
  let changed = value;
  for (let count = random.integer(1, 3); count > 0; count--) changed = changeOne(changed, change, random);
  const json = JSON.stringify(changed) ?? "";
  return json.replace(new RegExp(`"${marker}(\\d+)${marker}"`, "gu"), (_, index) => texts[Number(index)] ?? "");
}

function oddJson(random: Random): string {
  const length = randomSize(MAX_LENGTH, random);
  const dice = random.next();
  if (dice < 0.05) return `"${pick(["x", "\\ud83d\\ude00", "\\n", "é"], random).repeat(length)}"`;
  if (dice < 0.1) return "[".repeat(length) + "]".repeat(length);
  if (dice < 0.15) return `${"9".repeat(length)}${random.chance(0.5) ? `.${"9".repeat(length)}` : ""}`;
  if (dice < 0.2) return `[${"0,".repeat(length)}0]`;
  return pick(ODD_VALUES, random);
}

function changeOne(value: unknown, change: () => string, random: Random): unknown {
  if (typeof value !== "object" || value === null || random.chance(0.15)) return change();
  if (Array.isArray(value)) {
    const index = random.integer(0, value.length);
    const item = value[index];
    if (item === undefined) return [...value, change()];
    return value.flatMap((one, at) => (at === index ? changedItem(one, change, random) : [one]));
  }
  const entries = Object.entries(value);
  const [name, item] = entries[random.integer(0, entries.length)] ?? [change(), change()];
  const others = entries.filter(([other]) => other !== name);
  const changed = changedItem(item, change, random)
    .slice(0, 1)
    .map((one) => [name, one]);
  return Object.fromEntries([...others, ...changed]);
}

/** Returns no item, the item twice, or the item with one place changed. */
function changedItem(item: unknown, change: () => string, random: Random): unknown[] {
  const dice = random.next();
  if (dice < 0.15) return [];
  return dice < 0.2 ? [item, item] : [changeOne(item, change, random)];
}
