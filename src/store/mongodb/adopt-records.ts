import { randomUUID } from "node:crypto";
import type { Db, Document } from "mongodb";
import { escapeText, unescapeText } from "../escape-text.ts";
import type { Millis } from "../ports/common.ts";
import type { RecordKindSpec } from "../ports/records.ts";
import { COUNTERS } from "../records/counters.ts";
import { ERASURE_ITEMS, ERASURE_STAGES, ERASURES, type Erasure, marksOf } from "../records/erasures.ts";
import { FLAGS, type FlagRecord, toFields } from "../records/flags.ts";
import { INVITES, type Invite } from "../records/invites.ts";
import { newVersion } from "../records/stored-record.ts";
import { CLAIMS } from "../records/tenant-kinds.ts";
import { insertMissing } from "./bulk-writes.ts";
import { fromStoredText, type StoredText } from "./document-keys.ts";
import { dropIndex } from "./indexes.ts";
import { type RecordRow, recordKey } from "./record-documents.ts";
import type { CounterRow } from "./row-types.ts";

const FIRST_SETUP = "first setup";

/** Makes records of earlier versions' documents, which these can still use; the next start finds what they add. */
export async function adoptRecords(db: Db): Promise<void> {
  await dropIndex(db, "keys", "id_1"); // a server may refuse two indexes on the same field
  const projectId = { $cond: [{ $eq: ["$kind", "project"] }, { $toString: "$project" }, "$$REMOVE"] };
  await adopt(db, "keys", { lookup: "$_id", projectId, userId: "$user", order: { $toString: "$order" } });
  await adopt(db, "nodes", { id: "$_id" });
  await nameOwners(db);
  await adopt(db, "organizations", { id: "$_id" });
  await adopt(db, "members", { id: "$_id", organizationId: "$organization", userId: "$user" });
  await adopt(db, "users", { foldedEmail: "$_id" });
  for (const name of ["projects", "removed_projects"]) {
    await adopt(db, name, { number: "$_id", organizationId: "$organization" });
  }
  await adopt(db, "counters", { name: "$_id" });
  const claim = await db.collection<{ _id: string }>("facts").findOne({ _id: FIRST_SETUP });
  const claims = db.collection<RecordRow>(CLAIMS.name);
  if (claim) await insertMissing(claims, [{ _id: FIRST_SETUP, name: FIRST_SETUP, by: "adopted", version: "adopted" }]);
  await adopt(db, "recent_invites", { organizationId: "$_id" });
  await adoptInvites(db);
  await adoptErasures(db);
  await adoptFlags(db);
}

interface InviteBatch {
  readonly _id: string;
  readonly organization: string;
  readonly number: number;
  readonly version: number;
  readonly invites: readonly (Pick<Invite, "id" | "targetEmail" | "createdAt"> & Partial<Invite>)[];
}

/** Makes records of invites that calls of earlier versions stored together. */
async function adoptInvites(db: Db): Promise<void> {
  const batches = db.collection<InviteBatch>("invite_batches");
  for await (const { _id, organization, number, version, invites } of batches.find()) {
    const rows = invites.map((invite, index): RecordRow => {
      const places = [number, invites.length - index].map((place) => String(place).padStart(12, "0"));
      const place = [invite.createdAt.toString(16).padStart(12, "0"), ...places].join("-");
      const foldedEmail = escapeText(unescapeText(invite.targetEmail).toLowerCase());
      const added = { organizationId: organization, foldedEmail, place, version: "adopted" };
      return { secretHash: null, level: "member", ...invite, ...added, _id: invite.id };
    });
    await insertMissing(db.collection<RecordRow>(INVITES.name), rows);
    await batches.deleteOne({ _id, version });
  }
}

interface OlderErasure extends Pick<Erasure, "requestedAt"> {
  readonly _id: string;
  readonly project: number;
  readonly number: number;
  readonly stage: number;
  readonly completedAt?: Millis;
}

/** Makes records of erasures of earlier versions, and of their items, all of a kind in one. */
async function adoptErasures(db: Db): Promise<void> {
  const items = db.collection<Document>("erasure_items");
  const erasures = db.collection<OlderErasure>("erasures");
  const store = (kind: RecordKindSpec, record: object) => {
    const row: RecordRow = { ...record, _id: recordKey(kind, record), version: "adopted" };
    return insertMissing(db.collection<RecordRow>(kind.name), [row]);
  };
  for await (const { _id, project, stage: order, requestedAt, number, completedAt = null } of erasures.find()) {
    const [projectId, id] = [String(project), _id.slice(_id.indexOf("/") + 1)];
    const ofKind = [{ $match: { erasure: _id } }, { $group: { _id: "$kind", items: { $push: "$value" } } }];
    for await (const { _id: kind, items: values } of items.aggregate(ofKind)) {
      await store(ERASURE_ITEMS, { projectId, erasureId: id, kind, chunk: "adopted", items: values });
    }
    const stage = ERASURE_STAGES[order] ?? "collecting";
    await store(ERASURES, { projectId, id, requestedAt, number, completedAt, stage, ...marksOf(stage) });
    await items.deleteMany({ erasure: _id });
    await erasures.deleteOne({ _id });
  }
}

interface OlderFlag extends Pick<FlagRecord, "key" | "updatedAt"> {
  readonly _id: string;
  readonly project?: number;
  /** In place of `project` in a deleted flag. */
  readonly deletedFrom?: number;
  readonly definition: StoredText;
  /** Absent, as the others are, if a program wrote it that did not know them. */
  readonly number?: number;
  readonly version?: number;
  readonly createdAt?: Millis;
  readonly createdBy?: number;
  readonly activity?: StoredText;
}

/** Makes records of flags of earlier versions, some at a time: each may have 512 KB. */
async function adoptFlags(db: Db): Promise<void> {
  const flags = db.collection<OlderFlag>("flags");
  for (;;) {
    const found = await flags.find().sort({ _id: 1 }).limit(50).toArray();
    if (found.length === 0) return;
    const rows: RecordRow[] = [];
    for (const { key, definition, activity = "[]", version = 1, updatedAt, ...flag } of found) {
      const project = String(flag.project ?? flag.deletedFrom);
      const fields = toFields(project, {
        ...{ key: unescapeText(key), version, updatedAt, deleted: flag.project === undefined },
        ...{ createdAt: flag.createdAt ?? updatedAt, createdBy: flag.createdBy ?? null },
        ...{ definition: fromStoredText(definition), activity: fromStoredText(activity) },
        number: flag.number ?? (await nextNumber(db, `flags ${project}`)),
      });
      rows.push({ ...newVersion(FLAGS, fields).fields, _id: recordKey(FLAGS, fields), version: "adopted" });
    }
    await insertMissing(db.collection<RecordRow>(FLAGS.name), rows);
    await flags.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
  }
}

/** Counts as records do, for processes that start at once. */
async function nextNumber(db: Db, name: string): Promise<number> {
  const counters = db.collection<CounterRow>(COUNTERS.name);
  await insertMissing(counters, [{ _id: name, name, last: 0, version: "adopted" }]);
  const change = { $inc: { last: 1 }, $set: { version: randomUUID() } };
  const row = await counters.findOneAndUpdate({ _id: name }, change, { returnDocument: "after" });
  if (row === null) throw new Error(`MongoDB has lost the counter ${name}.`);
  return row.last;
}

async function nameOwners(db: Db): Promise<void> {
  const organizations = db.collection("organizations");
  for await (const { _id } of organizations.find({ owners: { $exists: false } })) {
    const first = await db.collection("members").findOne({ organization: _id }, { sort: { user: 1 } });
    const owners = first ? [first.user] : [];
    await organizations.updateOne({ _id, owners: { $exists: false } }, { $set: { owners } });
  }
}

async function adopt(db: Db, collection: string, fields: Document): Promise<void> {
  const [first = ""] = Object.keys(fields);
  const changes = [{ $set: { ...fields, version: "adopted" } }];
  await db.collection(collection).updateMany({ [first]: { $exists: false } }, changes);
}
