import { emailOf } from "../../email.ts";
import { escapeText, unescapeText } from "../../escape-text.ts";
import type { NeutralRow } from "../../ports/neutral-rows.ts";
import { readProperties } from "../../property-text.ts";
import { insertMissing } from "../bulk-writes.ts";
import { decodePosition, encodePosition } from "../checkpoints.ts";
import type { Collections } from "../collections.ts";
import { projectKey } from "../document-keys.ts";
import { newFlagIdentifierRow } from "../persons/flag-identifiers.ts";
import { uuidOfPerson } from "../persons/person-row.ts";
import { survivorRefsOf } from "../persons/survivors.ts";
import type { DistinctIdRow, PersonRow } from "../row-types.ts";
import { fromStoredText, toStoredText } from "../stored-text.ts";
import { type Documents, documents, inBatches } from "./collection-rows.ts";
import { orderAt } from "./orders.ts";

/** Not 0: a person that was never changed may be removed as one that lost a race. */
const MOVED_VERSION = 1;

export const persons: Documents<"persons"> = documents({
  of: ({ persons }) => persons,
  filter: { mergedInto: { $exists: false } },
  toRows: (rows) =>
    rows.map((row) => {
      const properties = fromStoredText(row.properties);
      const email = row.email === undefined ? emailOf(readProperties(properties)) : row.email;
      const { project, isIdentified, createdAt } = row;
      return { project, uuid: uuidOfPerson(row), isIdentified: isIdentified ? 1 : 0, createdAt, email, properties };
    }),
  toDocument: ({ project, uuid, isIdentified, properties, ...rest }) => ({
    _id: projectKey(String(project), uuid),
    project,
    properties: toStoredText(properties),
    isIdentified: isIdentified === 1,
    version: MOVED_VERSION,
    ...rest,
  }),
});

export const mergedPersons: Documents<"merged_persons"> = documents({
  of: ({ persons }) => persons,
  filter: { mergedInto: { $exists: true } },
  projection: { properties: 0 },
  toRows: (rows) =>
    rows.map((row) => {
      const into = uuidOfPerson({ _id: row.mergedInto ?? "" });
      return { project: row.project, uuid: uuidOfPerson(row), into };
    }),
  toDocument: ({ project, uuid, into }): PersonRow => ({
    _id: projectKey(String(project), uuid),
    project,
    properties: "{}",
    isIdentified: false,
    createdAt: 0,
    email: null,
    version: MOVED_VERSION,
    mergedInto: projectKey(String(project), into),
  }),
});

/** Distinct ids of a person follow each other, in order. */
export const distinctIds: Documents<"distinct_ids"> = {
  count: ({ distinct_ids }) => distinct_ids.countDocuments({}),
  async *read(collections, after) {
    const person = after === null ? null : (JSON.parse(after) as string);
    // All of the last person are read again.
    const rest = person === null ? {} : { person: { $gte: person } };
    const found = collections.distinct_ids.find(rest).sort({ person: 1, order: 1 });
    for await (const batch of inBatches(found as AsyncIterable<DistinctIdRow>)) {
      const survivors = await survivorRefsOf(collections, new Set(batch.map(({ person }) => person)));
      const rows = batch.flatMap(({ project, person, distinctId }) => {
        const owner = survivors.get(person);
        return owner ? [{ project, uuid: uuidOfPerson(owner), distinctId: unescapeText(distinctId) }] : [];
      });
      yield { rows, cursor: JSON.stringify(batch.at(-1)?.person) };
    }
  },
  write: ({ distinct_ids }, rows, position) =>
    insertMissing(
      distinct_ids,
      rows.map(({ project, uuid, distinctId }, index) => ({
        _id: projectKey(String(project), distinctId),
        project,
        distinctId: escapeText(distinctId),
        person: projectKey(String(project), uuid),
        order: orderAt(position + index),
      })),
    ),
  clear: ({ distinct_ids }) => distinct_ids.deleteMany({}),
};

/** Completes merges that an interrupted process has decided, as any reader does. */
export async function completeMerges(collections: Collections): Promise<void> {
  const merging = collections.persons.find({ merging: { $exists: true } }, { projection: { _id: 1 } });
  for await (const { _id } of merging) await survivorRefsOf(collections, new Set([_id]));
}

export const flagIdentifiers: Documents<"flag_identifiers"> = documents({
  of: ({ flag_identifiers }) => flag_identifiers,
  toRows: (rows) =>
    rows.map(({ project, person, flag, identifier }) => {
      const key = unescapeText(flag);
      return { project, uuid: uuidOfPerson({ _id: person }), key, identifier: unescapeText(identifier) };
    }),
  toDocument: ({ project, uuid, key, identifier }) => newFlagIdentifierRow(String(project), uuid, key, identifier),
});

export const groups: Documents<"groups"> = documents({
  of: ({ groups }) => groups,
  toRows: (rows) =>
    rows.map(({ project, type, key, createdAt, properties }) => {
      const names = { type: unescapeText(type), key: unescapeText(key) };
      return { project, ...names, createdAt, properties: fromStoredText(properties) };
    }),
  toDocument: ({ project, type, key, createdAt, properties }) => {
    const content = { type: escapeText(type), key: escapeText(key), properties: toStoredText(properties) };
    return { _id: projectKey(String(project), type, key), project, createdAt, version: 0, ...content };
  },
});

export const groupTypes: Documents<"group_types"> = documents({
  of: ({ group_types }) => group_types,
  toRows: (rows) => rows.map(({ project, number, type }) => ({ project, number, type: unescapeText(type) })),
  toDocument: ({ project, number, type }) => {
    return { _id: projectKey(String(project), String(number)), project, number, type: escapeText(type) };
  },
});

export const checkpoints: Documents<"checkpoints"> = documents({
  of: ({ checkpoints }) => checkpoints,
  toRows: (rows) =>
    rows.map(({ _id, project, position }): NeutralRow<"checkpoints"> => {
      const journal = unescapeText(_id.slice(_id.indexOf("/") + 1));
      return { project, journal, ...decodePosition(position) };
    }),
  toDocument: ({ project, journal, group, index }) => {
    return { _id: projectKey(String(project), journal), project, position: encodePosition({ group, index }) };
  },
});
