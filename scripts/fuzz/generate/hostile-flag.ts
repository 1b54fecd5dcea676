import type { RawRequest } from "../../../contract-tests/client/exchange.ts";
import type { Random } from "../../seeded-random.ts";
import type { FuzzContext } from "./fuzz-context.ts";
import { pick, randomSize, randomWord } from "./random-text.ts";

const MAX_PATTERNS = 200;
const MAX_ITEMS = 100_000;

/** Pieces of regular expressions that repeat each other. */
const ATOMS = [
  ...["a", "a?", ".", "\\pL", "[^\\x00-\\x7f]", "(?i:k)", "(?i:[a-z])", "\\b", "(a|b)", "\\Q\\E", "(?:)", "(?P<n>a)"],
  ...["[[:^alpha:]\\W]", "(?i:[\\x{41}-\\x{1e943}])", "\\p{Greek}", "[^\\P{L}\\p{Lu}]", "(?s:.)", "(|a)", "a{2}"],
];
const REPEATS = ["*", "{0,1000}", "{1,900}", "{30}", "{2,}", "?", "+?"];

function pattern(random: Random): string {
  let text = pick(ATOMS, random).repeat(1 + randomSize(500, random));
  for (let depth = random.integer(0, 4); depth > 0; depth--) text = `(?:${text})${pick(REPEATS, random)}`;
  return text + pick(["", "0", "$", "|"], random);
}

const property = (operator: string, value: unknown) => ({ key: "plan", operator, value, type: "person" });
const list = <T>(length: number, item: () => T): T[] => Array.from({ length }, item);
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

/** The definitions, as JSON, that cost more to check, load, list or compare than to send. */
const DEFINITIONS: Readonly<Record<string, (random: Random) => string>> = {
  "regular expressions": (random) =>
    withProperties(list(1 + randomSize(MAX_PATTERNS, random), () => property("regex", pattern(random)))),
  "long versions": (random) =>
    withProperties([
      property(pick(["semver_gt", "semver_wildcard"], random), "1.".repeat(randomSize(MAX_ITEMS, random))),
    ]),
  "long dates": (random) => withProperties([property("is_date_before", "9".repeat(randomSize(MAX_ITEMS, random)))]),
  "long texts": (random) => withProperties([property("icontains", "a".repeat(randomSize(MAX_ITEMS, random)))]),
  "long spans": (random) => {
    const dates = list(randomSize(5000, random), () => property("is_date_after", `-${random.integer(1, 9999)}m`));
    return withProperties(dates);
  },
  "many dependencies": (random) => {
    const key = () => pick([String(random.integer(1, 20)), randomWord(random), "constructor"], random);
    const filter = () => ({ key: key(), type: "flag", operator: "flag_evaluates_to", value: true });
    return withProperties(list(randomSize(6000, random), filter));
  },
  "unknown fields": (random) =>
    withProperties(list(randomSize(500, random), () => Object.fromEntries(list(50, () => [randomWord(random), null])))),
  "sparse objects": (random) => {
    const objects = list(randomSize(5500, random), () => `{"${random.integer(0, 4000)}":0}`);
    return definition(`{"groups":[{}],"payloads":{"true":[${objects.join()}]}}`);
  },
  "a long name": (random) =>
    `{"name":"${pick(["n", "é", "€"], random).repeat(randomSize(MAX_ITEMS, random))}","filters":{"groups":[]}}`,
  "many values": (random) =>
    withProperties([
      property(
        "exact",
        list(randomSize(MAX_ITEMS, random), () => randomWord(random)),
      ),
    ]),
  "empty conditions": (random) =>
    definition(JSON.stringify({ groups: list(randomSize(MAX_ITEMS, random), () => ({})) })),
  "many variants": (random) => {
    const variants = list(randomSize(3000, random), () => ({ key: randomWord(random), rollout_percentage: 0 }));
    return definition(JSON.stringify({ groups: list(variants.length, () => ({})), multivariate: { variants } }));
  },
  "a deep payload": (random) =>
    definition(`{"groups":[{}],"payloads":{"true":${nested(randomSize(MAX_ITEMS, random))}}}`),
  "a payload of many names": (random) => {
    const names = list(randomSize(MAX_ITEMS, random), () => `"${randomWord(random)}":1`);
    return definition(`{"groups":[{}],"payloads":{"true":{${names.join()}}}}`);
  },
};

const withProperties = (properties: readonly object[]) =>
  definition(JSON.stringify({ groups: [{ properties, rollout_percentage: 50 }] }));

const definition = (filters: string) => `{"name":"hostile","active":true,"filters":${filters}}`;

/** Returns a request that creates or changes a flag with an expensive definition. */
export function hostileFlag(random: Random, context: FuzzContext): { title: string; messages: readonly [RawRequest] } {
  const name = pick(Object.keys(DEFINITIONS), random);
  const json = DEFINITIONS[name]?.(random) ?? "";
  const isNew = random.chance(0.7);
  const body = isNew ? json.replace("{", `{"key":"f-${randomWord(random)}",`) : json;
  const message = flagRequest(context, isNew ? null : random.integer(1, 20), body);
  return { title: `${message.method} flag with ${name}, ${body.length} characters`, messages: [message] };
}

/** Returns a request that changes the flag with this id; null creates one. */
export function flagRequest({ own, personalKey }: FuzzContext, id: number | null, body: string): RawRequest {
  const path = `/api/projects/${own.project}/feature_flags/`;
  const headers = { "content-type": "application/json", authorization: `Bearer ${personalKey}` };
  return id === null
    ? { method: "POST", path, headers, body }
    : { method: "PATCH", path: `${path}${id}/`, headers, body };
}
