import { type Db, type Document, MongoServerError } from "mongodb";

const [NO_COLLECTION, NO_INDEX] = [26, 27];

/** Makes records of earlier versions' documents, which these can still use; the next start finds what they add. */
export async function adoptRecords(db: Db): Promise<void> {
  await dropIndex(db, "keys", "id_1"); // a server may refuse two indexes on the same field
  const projectId = { $cond: [{ $eq: ["$kind", "project"] }, { $toString: "$project" }, "$$REMOVE"] };
  await adopt(db, "keys", { lookup: "$_id", projectId, userId: "$user", order: { $toString: "$order" } });
  await adopt(db, "nodes", { id: "$_id" });
  await adopt(db, "recent_invites", { organizationId: "$_id" });
}

/** Adds fields to documents without the first one. */
async function adopt(db: Db, collection: string, fields: Document): Promise<void> {
  const [first = ""] = Object.keys(fields);
  const changes = [{ $set: { ...fields, version: "adopted" } }];
  await db.collection(collection).updateMany({ [first]: { $exists: false } }, changes);
}

async function dropIndex(db: Db, collection: string, name: string): Promise<void> {
  try {
    await db.collection(collection).dropIndex(name);
  } catch (error) {
    if (!(error instanceof MongoServerError) || (error.code !== NO_COLLECTION && error.code !== NO_INDEX)) throw error;
  }
}
