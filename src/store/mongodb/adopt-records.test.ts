import assert from "node:assert/strict";
import { after, test } from "node:test";
import { type Document, MongoClient, ObjectId } from "mongodb";
import {
  dropTestDatabase,
  newDatabaseName,
  noMongoServer,
  testMongoOptions,
} from "../../../test/support/engines/test-mongo.ts";
import { openMongo } from "./mongodb.ts";

test("documents of earlier versions become records, in each start", { skip: noMongoServer }, async () => {
  const options = testMongoOptions(await newDatabaseName());
  const client = new MongoClient(options.url);
  after(async () => {
    await client.close();
    await dropTestDatabase(options.database);
  });
  const documents = client.db(options.database).collection<Document & { _id: string }>("keys");
  await documents.createIndexes([{ key: { id: 1 }, name: "id_1", unique: true }]);
  const common = { order: new ObjectId(), hint: "h", label: "l" };
  await documents.insertOne({ _id: "phc_web", id: "web", kind: "project", project: 12, createdAt: 2, ...common });
  await documents.insertOne({
    _id: "ab12",
    id: "ci",
    kind: "personal",
    user: 3,
    readOnly: true,
    createdAt: 1,
    ...common,
  });
  const older = <T extends Document>(name: string) => client.db(options.database).collection<T & { _id: string }>(name);
  await older("nodes").insertMany([
    { _id: "n", name: "one", seenAt: 1 },
    { _id: "gone", name: "", seenAt: 1, forgottenAt: 2 },
  ]);
  await older("facts").insertOne({ _id: "first setup", by: "another" });
  await older("organizations").insertMany([
    { _id: "o", name: "Acme", createdAt: 1, owners: [1] },
    { _id: "old", name: "Old", createdAt: 0 },
  ]);
  const user = { id: 1, uuid: "u", distinctId: "d", email: "Ada@x.example", firstName: "Ada", isEmailVerified: true };
  await older("users").insertOne({ _id: "ada@x.example", ...user, createdAt: 3 });
  await older("members").insertMany([
    { _id: "o/1", organization: "o", user: 1 },
    { _id: "old/1", organization: "old", user: 1, isAdmin: true },
  ]);
  await older<{ _id: number }>("projects").insertOne({ _id: 7, organization: "o", name: "Web", createdAt: 2 } as never);
  const removed = { _id: 6, organization: "o", name: "Gone", stage: "removing", since: 4 };
  await older<{ _id: number }>("removed_projects").insertOne(removed as never);
  await older("counters").insertMany([
    { _id: "projects", last: 7 },
    { _id: "users", last: 1 },
  ]);
  await older("recent_invites").insertOne({ _id: "o", version: 3, list: [{ address: "hash", at: 7 }] });
  const texts = { targetEmail: "Zoe@x.example", firstName: "Zoe", message: "" };
  const times = { createdBy: 1, createdAt: 1, updatedAt: 2, expiresAt: 100 };
  const invite = (id: string) => ({ id, ...texts, emailingAttemptMade: true, ...times });
  const claimed = { ...invite("b"), secretHash: "hash", level: "admin", claimedUntil: 50 };
  await older("invite_batches").insertMany([
    { _id: "a", organization: "o", createdAt: 1, number: 1, size: 2, version: 0, invites: [invite("a"), claimed] },
    { _id: "c", organization: "o", createdAt: 1, number: 2, size: 1, version: 0, invites: [invite("c")] },
  ]);
  await older("erasures").insertMany([
    { _id: "7/done", project: 7, number: 1, requestedAt: 1, stage: 4, completedAt: 3 },
    { _id: "7/open", project: 7, number: 2, requestedAt: 2, stage: 2, unfinished: true },
  ]);
  const items = ["a", "b\uffffffff"].map((value) => ({ _id: value, erasure: "7/open", kind: "distinct_id", value }));
  await older("erasure_items").insertMany(items);
  const flag = { definition: "{}", updatedAt: 5 };
  const lastChange = { version: 3, createdAt: 1, createdBy: 7, activity: "[1]" };
  await older("flags").insertMany([
    {
      _id: "7/b\uffffffff",
      project: 7,
      ...flag,
      ...lastChange,
      key: "b\uffffffff",
      number: 2,
      definition: '"\uffffffff"',
    },
    { _id: "7/a", project: 7, ...flag, key: "a" },
    { _id: "7/gone", ...flag, ...lastChange, key: "gone", number: 1, deletedFrom: 7 },
  ]);
  await older("counters").insertOne({ _id: "flags 7", last: 2 });
  const project = {
    kind: "project",
    id: "web",
    lookup: "phc_web",
    projectId: "12",
    hint: "h",
    label: "l",
    createdAt: 2,
  };
  const personal = { kind: "personal", id: "ci", lookup: "ab12", userId: 3, readOnly: true, createdAt: 1 };
  const expected = [
    { ...personal, hint: "h", label: "l", lastUsedAt: null },
    { ...project, lastUsedAt: null },
  ];
  for (let start = 0; start < 2; start++) {
    const store = await openMongo(options);
    try {
      assert.deepEqual(await store.keys.list(), expected);
      assert.deepEqual(await store.erasures.nodes(), [{ id: "n", name: "one", seenAt: 1 }]);
      assert.equal(await store.erasures.forgottenAt("gone"), 2);
      const { tenants, projectRemovals } = store;
      assert.equal(await tenants.claimFirstSetup(), false);
      const owner = { user: { ...user, createdAt: 3 }, level: "owner" };
      for (const id of ["o", "old"]) {
        assert.deepEqual(await tenants.listMembers(id), [owner]);
        assert.equal(await tenants.removeMember(id, 1), "last owner");
      }
      assert.deepEqual(
        (await tenants.organizationsOf(1)).map(({ id }) => id),
        ["old", "o"],
      );
      assert.deepEqual(await tenants.findUserByEmail("ADA@X.example"), owner.user);
      const [project] = await tenants.projectsOf("o");
      const web = { id: "7", organizationId: "o", name: "Web", createdAt: 2, eventRetentionSeconds: null };
      assert.deepEqual(project, web);
      const { _id: _, organization, ...rest } = removed;
      assert.deepEqual(await projectRemovals.unconfirmed(), [{ id: "6", organizationId: organization, ...rest }]);
      assert.equal((await tenants.addProject({ organizationId: "new", name: "", createdAt: 1 })).id, `${8 + start}`);
      await store.invites.changeRecent("o", (found) => {
        assert.deepEqual(found, [{ address: "hash", at: 7 }]);
        return found;
      });
      const { items } = await store.invites.list("o", { limit: 10, offset: 0 });
      const byOrganization = { organizationId: "o", secretHash: null, level: "member" };
      assert.deepEqual(
        items,
        ["c", "a", "b"].map((id) => ({
          ...invite(id),
          ...byOrganization,
          ...(id === "b" && { secretHash: "hash", level: "admin" }),
        })),
      );
      assert.equal((await store.invites.findByAddress("zoe@x.example", 5)).length, 3);
      assert.equal(await store.invites.claim("hash", 49, 1), null);
      const open = { id: "open", projectId: "7", requestedAt: 2, stage: "removing", completedAt: null };
      assert.deepEqual(await store.erasures.unfinished(), [open]);
      assert.equal((await store.erasures.list("7", { limit: 10, offset: 0 })).count, 2);
      assert.deepEqual(await store.erasures.matching("7", ["b\uffff", "c"]), [{ ...open, distinctId: "b\uffff" }]);
      const given = { definition: "{}", version: 3, deleted: false, createdAt: 1, createdBy: 7, updatedAt: 5 };
      const older = { ...given, key: "a", number: 3, version: 1, createdAt: 5, createdBy: null };
      const awkward = { ...given, key: "b\uffff", number: 2, definition: '"\uffff"' };
      assert.deepEqual(await store.flags.list("7"), [older, awkward]);
      const gone = { ...given, key: "gone", number: 1, deleted: true, activity: "[1]" };
      assert.deepEqual(await store.flags.find("7", 1), gone);
      await store.keys.recordUses([{ id: "ci", at: 0 }]);
      await assert.rejects(store.keys.insert({ ...expected[0], lookup: "other" } as never), { name: "Error" });
    } finally {
      await store.close();
    }
  }
  const kept = await documents.findOne({ _id: "phc_web" });
  assert.equal(kept?.project, 12, "earlier versions beside this one still read it");
});
