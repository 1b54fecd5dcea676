import { test } from "node:test";
import {
  dropTestDatabase,
  newDatabaseName,
  noMongoServer,
  testMongoOptions,
} from "../../../../test/support/engines/test-mongo.ts";
import { waitUntil } from "../../../../test/support/wait-until.ts";
import { MongoDatabase } from "../mongo-database.ts";
import { openMongo } from "../mongodb.ts";

test("persons of an earlier version are found by email after the next start", { skip: noMongoServer }, async (t) => {
  const name = await newDatabaseName();
  const options = testMongoOptions(name);
  const raw = new MongoDatabase(options);
  t.after(async () => {
    await raw.close();
    await dropTestDatabase(name);
  });
  const earlier = await openMongo(options);
  const distinctIds = Array.from({ length: 120 }, (_, index) => `user ${index}`);
  const created = await earlier.persons.ensure(
    "1",
    distinctIds.map((distinctId) => ({ distinctId, at: 1 })),
  );
  const withEmail = [...created.values()].slice(0, 60);
  const changes = [{ set: { email: "Ada@example.com" } }];
  await earlier.persons.update(
    "1",
    withEmail.map(({ uuid }) => ({ uuid, changes, identify: false })),
  );
  await earlier.close();
  await raw.run(async ({ persons, facts }) => {
    await persons.updateMany({}, { $unset: { email: "" } });
    await facts.deleteOne({ _id: "person-emails" });
  });

  const store = await openMongo(options);
  t.after(() => store.close());
  const find = () => store.persons.list("1", { limit: 1, offset: 0 }, { email: "ada@example.com" });
  await waitUntil(async () => (await find()).count === 60);
  await waitUntil(() => raw.run(async ({ facts }) => (await facts.findOne({ _id: "person-emails" })) !== null));
});
