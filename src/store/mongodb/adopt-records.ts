import type { Db, Document } from "mongodb";
import { escapeText, unescapeText } from "../escape-text.ts";
import { INVITES, type Invite } from "../records/invites.ts";
import { CLAIMS } from "../records/tenant-kinds.ts";
import { insertMissing } from "./bulk-writes.ts";
import { dropIndex } from "./indexes.ts";
import type { RecordRow } from "./record-documents.ts";

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

/** Makes the first member of an organization its owner. */
async function nameOwners(db: Db): Promise<void> {
  const organizations = db.collection("organizations");
  for await (const { _id } of organizations.find({ owners: { $exists: false } })) {
    const first = await db.collection("members").findOne({ organization: _id }, { sort: { user: 1 } });
    const owners = first ? [first.user] : [];
    await organizations.updateOne({ _id, owners: { $exists: false } }, { $set: { owners } });
  }
}

/** Adds fields to documents without the first one. */
async function adopt(db: Db, collection: string, fields: Document): Promise<void> {
  const [first = ""] = Object.keys(fields);
  const changes = [{ $set: { ...fields, version: "adopted" } }];
  await db.collection(collection).updateMany({ [first]: { $exists: false } }, changes);
}
