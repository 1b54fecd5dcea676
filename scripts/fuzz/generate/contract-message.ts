import type { RequestOptions } from "../../../contract-tests/client/contract-client.ts";
import type { RawRequest } from "../../../contract-tests/client/exchange.ts";
import { type Operation, operations, type ParameterSpec } from "../../../contract-tests/contract/contract-document.ts";
import { ALIASES, spellingsOf } from "../../../contract-tests/isolation/spellings.ts";
import { BODY_ENCODINGS } from "../../../contract-tests/support/body-encodings.ts";
import type { Random } from "../../seeded-random.ts";
import type { FuzzContext } from "./fuzz-context.ts";
import { mutatedJson } from "./mutate.ts";
import { pick, randomWord } from "./random-text.ts";
import { schemaValue } from "./schema-value.ts";

const METHODS = ["GET", "PUT", "POST", "DELETE", "PATCH"];
const ODD_TEXTS = [
  ...ALIASES,
  "-1",
  "1e3",
  "9007199254740993",
  "[",
  "a,b",
  "2026-13-45",
  "true",
  "%22",
  "x".repeat(300),
];
const ODD_HEADERS: readonly Readonly<Record<string, string>>[] = [
  { accept: "application/x-ndjson" },
  { accept: "*/*;q=0" },
  { "accept-encoding": "gzip, br;q=1.0, *;q=0" },
  { range: "bytes=0-0,5-" },
  { range: "bytes=-99999999999999999999" },
  { "if-none-match": "*" },
  { "x-forwarded-for": "::1, a", "x-forwarded-host": "evil.example", "x-forwarded-proto": "x" },
  { origin: "null" },
  { origin: "https://shop.example" },
  { "x-request-id": "x".repeat(5000) },
  { "content-type": "application/json; charset=utf-16" },
  { "content-type": "multipart/form-data; boundary=x" },
  { "content-type": "" },
  { "content-encoding": "deflate" },
  { "content-encoding": "gzip, gzip" },
  { cookie: `a=${"b".repeat(6000)}` },
];

interface RandomBody extends Pick<RequestOptions, "text" | "headers"> {
  /** With its question mark; may be empty. */
  readonly query: string;
}
const NO_BODY: RandomBody = { query: "" };

/** Returns a request made from the contract: half of them valid or nearly so, the others with some places changed. */
export function contractMessage(random: Random, context: FuzzContext): { title: string; messages: [RawRequest] } {
  const operation = pick([...operations.values()], random);
  const isOdd = random.chance(0.5);
  const { path, query } = randomAddress(operation, isOdd, random, context);
  const body = operation.hasRequestBody ? randomBody(operation, isOdd, random, context) : NO_BODY;
  const method = isOdd && random.chance(0.05) ? pick(METHODS, random) : operation.method;
  const headers = {
    ...(operation.isPrivate || random.chance(0.1) ? keyHeader(isOdd, random, context) : {}),
    ...body.headers,
    ...(isOdd && random.chance(0.2) ? pick(ODD_HEADERS, random) : {}),
  };
  const queryString = [body.query.slice(1), query].filter((part) => part !== "").join("&");
  return {
    title: `${isOdd ? "changed" : "valid"} ${operation.id}`,
    messages: [{ method, path: queryString === "" ? path : `${path}?${queryString}`, headers, body: body.text }],
  };
}

function randomAddress(operation: Operation, isOdd: boolean, random: Random, context: FuzzContext) {
  const change = () => isOdd && random.chance(0.25);
  const textOf = (parameter: ParameterSpec) => parameterText(parameter, operation, change(), random, context);
  const inPath = operation.parameters.filter(({ location }) => location === "path");
  const path = inPath.reduce(
    (text, parameter) => text.replace(`{${parameter.name}}`, () => textOf(parameter)),
    operation.path,
  );
  const inQuery = operation.parameters.filter(
    ({ location, required }) => location === "query" && (required || random.chance(0.3)),
  );
  return { path, query: inQuery.map((parameter) => `${parameter.name}=${textOf(parameter)}`).join("&") };
}

/** Returns a percent-encoded value. */
function parameterText(
  parameter: ParameterSpec,
  { path }: Operation,
  isOdd: boolean,
  random: Random,
  context: FuzzContext,
): string {
  const ids = random.chance(0.8) ? context.own : context.foreign;
  const known: Readonly<Record<string, string>> = {
    project_id: ids.project,
    parent_lookup_organization_id: ids.organization,
    token: ids.token,
    id: path.includes("invites") ? ids.invite : ids.recording,
    session_ids: ids.recording,
    person_uuid: ids.person,
    distinct_id: ids.distinctId,
    file: "array.js",
  };
  const id = known[parameter.name];
  if (isOdd) return id !== undefined && random.chance(0.5) ? pick(spellingsOf(id), random) : pick(ODD_TEXTS, random);
  return encodeURIComponent(id ?? String(schemaValue(`${parameter.pointer}/schema`, random)));
}

function keyHeader(isOdd: boolean, random: Random, context: FuzzContext): Record<string, string> {
  const { personalKey, readOnlyKey, projectKey } = context;
  const usual = pick([personalKey, personalKey, personalKey, readOnlyKey], random);
  const key =
    isOdd && random.chance(0.3) ? pick([projectKey, "", "x".repeat(5000), "ÿ", personalKey.slice(1)], random) : usual;
  return { authorization: `Bearer ${key}` };
}

function randomBody(
  { id, bodySchema, bodyExamples, isPrivate }: Operation,
  isOdd: boolean,
  random: Random,
  context: FuzzContext,
): RandomBody {
  const isExample = bodyExamples.length > 0 && random.chance(0.4);
  const value = isExample ? pick(bodyExamples, random) : schemaValue(bodySchema ?? "", random);
  const withKey = isPrivate || (isOdd && random.chance(0.1)) ? value : withCredentials(value, random, context);
  const json = isOdd ? mutatedJson(withKey, random) : (JSON.stringify(withKey) ?? "");
  if (isPrivate || random.chance(0.5))
    return { text: json, headers: { "content-type": "application/json" }, query: "" };
  const encoded = pick(Object.values(BODY_ENCODINGS), random)(json);
  return {
    text: encoded.text,
    headers: encoded.headers,
    query: id.startsWith("flags") ? "" : String(encoded.query ?? ""),
  };
}

/** Returns the body of a public request with a key of the attacker. */
function withCredentials(value: unknown, random: Random, context: FuzzContext): unknown {
  if (Array.isArray(value)) return value.map((item) => withCredentials(item, random, context));
  if (typeof value !== "object" || value === null) return value;
  const { personal_api_key, api_key, ...rest } = value as Record<string, unknown>;
  const { projectKey, personalKey, own } = context;
  const key = random.chance(0.9) ? { api_key: projectKey } : { personal_api_key: personalKey, project_id: own.project };
  return { ...rest, ...key, ...(random.chance(0.5) && { distinct_id: `visitor ${randomWord(random)}` }) };
}
