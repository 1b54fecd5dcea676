import { randomUUID } from "node:crypto";
import type { RequestOptions } from "../client/build-message.ts";
import type { Operation } from "../contract/contract-document.ts";
import { type IdKind, type IdParameter, idParameters } from "./id-parameters.ts";
import { ALIASES, spellingsOf } from "./spellings.ts";

/** An id of each kind, as text. */
export type Ids = Readonly<Record<IdKind, string>>;

/** Ids of nothing, of the form that real ones have. */
export const ABSENT_IDS: Ids = {
  organization: randomUUID(),
  project: "999999",
  token: `phc_${"0aZ".repeat(15).slice(0, 43)}`,
  recording: randomUUID(),
  flag: "999999",
  invite: randomUUID(),
  member: "999999",
  key: "2222-2222",
  person: randomUUID(),
  distinctId: randomUUID(),
  event: randomUUID(),
  insight: "AbSeNt_1",
  dashboard: "999999",
  alert: "00000000-0000-4000-8000-000000000000",
  subscription: "999999",
  annotation: "999999",
  survey: "00000000-0000-4000-8000-000000000000",
  earlyAccess: "00000000-0000-4000-8000-000000000000",
  errorIssue: "00000000-0000-4000-8000-000000000000",
  scheduledChange: "999999",
  share: "999999",
  action: "999999",
  cohort: "999999",
  experiment: "999999",
  eventSchema: "AbSeNt_1",
  erasure: randomUUID(),
  session: randomUUID(),
  passkey: randomUUID(),
  projectKey: "3333-3333",
};

/** Two requests that must be answered alike, although the first names something that exists. */
export interface RequestPair {
  readonly title: string;
  readonly isVerbatim: boolean;
  readonly foreign: RequestOptions;
  readonly absent: RequestOptions;
}

/**
 * Returns, for each id that the operation takes and each of its spellings, the request with the id of another tenant
 * and with an absent one. The operation's other ids are the caller's own, or all of the other tenant.
 */
export function requestPairs(operation: Operation, own: Ids, foreign: Ids): RequestPair[] {
  return idParameters(operation).flatMap((parameter) => {
    const { name, kind } = parameter;
    const absent = spellingsOf(ABSENT_IDS[kind]);
    const spellings = spellingsOf(foreign[kind]).map((text, index) => [text, absent[index] ?? ""] as const);
    const distinct = [...new Map(spellings)];
    const hasOtherIds = idParameters(operation).some((other) => isNeeded(other) && other.name !== name);
    // The flags of each project are counted: with the caller's project, another's flag is one of the caller's own.
    return [...(kind === "flag" ? [] : [own]), ...(hasOtherIds ? [foreign] : [])].flatMap((others) => {
      return distinct.map(([text, absentText]) => ({
        title: `${name}=${text}, ${others === own ? "own" : "foreign"} others`,
        isVerbatim: text === foreign[kind],
        foreign: requestWith(operation, others, parameter, text),
        absent: requestWith(operation, others, parameter, absentText),
      }));
    });
  });
}

/** A token is optional in each of its places, but not in all of them. */
function isNeeded({ required, kind, location }: IdParameter): boolean {
  return required || (kind === "token" && location === "query");
}

/** Returns the pairs with verbatim ids and one of `of` parts of the others, so that the parts together are all. */
export function partOfPairs(pairs: readonly RequestPair[], part: number, of: number): RequestPair[] {
  return pairs.filter(({ isVerbatim }, index) => isVerbatim || index % of === part % of);
}

/** Returns, for each id that the operation takes, requests with aliases in its place, and with an absent id. */
export function aliasPairs(operation: Operation, own: Ids): RequestPair[] {
  // Any text may be a distinct id, also one of these.
  const parameters = idParameters(operation).filter((parameter) => isNeeded(parameter) && parameter.kind !== "person");
  return parameters.flatMap((parameter) => {
    const absent = requestWith(operation, own, parameter, ABSENT_IDS[parameter.kind]);
    // The contract bounds query parameters; a longer one is refused before it is looked up.
    const aliases = ALIASES.filter(
      (alias) => !parameter.ownWords.includes(alias) && (parameter.location === "path" || alias.length <= 200),
    );
    return aliases.map((alias) => ({
      title: `${parameter.name}=${alias.slice(0, 40)}`,
      isVerbatim: false,
      foreign: requestWith(operation, own, parameter, alias),
      absent,
    }));
  });
}

/** Returns the operation's request for these ids; one parameter, if given, has another, percent-encoded value. */
export function requestWith(operation: Operation, ids: Ids, special?: IdParameter, text = ""): RequestOptions {
  const parameters = idParameters(operation).filter((parameter) => {
    const isReplaced = parameter.kind === "token" && special?.kind === "token"; // one of two places for it
    return parameter.name === special?.name || (!isReplaced && isNeeded(parameter));
  });
  const values = parameters.map(({ name, location, kind }) => {
    return { location, name, value: name === special?.name ? text : encodeURIComponent(ids[kind]) };
  });
  const inHeader = values.filter(({ location }) => location === "header").map(({ name, value }) => [name, value]);
  const inPath = values.filter(({ location }) => location === "path").map(({ name, value }) => [name, value]);
  const inQuery = values.filter(({ location }) => location === "query").map(({ name, value }) => `${name}=${value}`);
  const named = new Set(values.map(({ name }) => name));
  for (const { name, location, required } of operation.parameters) {
    if (location === "query" && required && !named.has(name)) inQuery.push(`${name}=0`);
  }
  return {
    path: Object.fromEntries(inPath),
    isEncoded: true,
    query: inQuery.length > 0 ? `?${inQuery.join("&")}` : "",
    headers: Object.fromEntries(inHeader),
    ...(operation.hasRequestBody && { json: withNewNames(operation.bodyExamples[0]) }),
  };
}

/** Returns an example of the document with other e-mail addresses and keys of flags, because each can be used once. */
function withNewNames(example: unknown): unknown {
  return JSON.parse(JSON.stringify(example), (name, value) => {
    if (typeof value !== "string" || value.includes(" ")) return value;
    if (value.includes("@")) return `${randomUUID()}@guests.example`;
    return name === "key" ? `flag-${randomUUID()}` : value;
  });
}
