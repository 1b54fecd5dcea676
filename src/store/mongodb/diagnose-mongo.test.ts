import assert from "node:assert/strict";
import { test } from "node:test";
import { MongoClient } from "mongodb";
import {
  dropTestDatabase,
  newDatabaseName,
  noMongoServer,
  testMongoOptions,
} from "../../../test/support/engines/test-mongo.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { diagnoseMongo, openMongo } from "./mongodb.ts";
import type { FactRow } from "./row-types.ts";

const skip = noMongoServer ?? false;

test("checks a database and changes nothing", { skip }, async (t) => {
  const options = testMongoOptions(await newDatabaseName());
  t.after(() => dropTestDatabase(options.database));
  const client = new MongoClient(options.url);
  t.after(() => client.close());
  const db = client.db(options.database);

  const findingOf = async (subject: string) =>
    (await diagnoseMongo(options)).find((finding) => finding.subject === subject);
  assert.match((await findingOf("indexes"))?.text ?? "", /will be created by the first start$/);
  assert.deepEqual(await db.listCollections().toArray(), []);

  await (await openMongo(options)).close();
  const findings = await diagnoseMongo(options);
  assert.match(findings[0]?.text ?? "", /version \d/);
  for (const { subject, state, text } of findings) assert.notEqual(state, "fault", `${subject}: ${text}`);
  assert.equal((await findingOf("indexes"))?.state, "ok");
  assert.equal((await findingOf("clock"))?.state, "ok");
  assert.equal((await findingOf("write, read, remove a document"))?.state, "ok");
  assert.equal(await db.collection("counters").countDocuments({ name: /^probe/ }), 0);

  await db.collection("events").dropIndex("project_1_order_1");
  assert.match(
    (await findingOf("indexes"))?.text ?? "",
    /^missing: events\.project_1_order_1; the next start will create/,
  );
  await db.collection<FactRow>("facts").updateOne({ _id: "schema" }, { $set: { version: 1000 } });
  const [newer] = await diagnoseMongo(options);
  assert.deepEqual([newer?.state, /use the newer program$/.test(newer?.text ?? "")], ["fault", true]);
});

test("an unreachable server is a fault with advice and without secrets", async () => {
  const unreachable = testMongoOptions("any", { url: "mongodb://ada:hunter2@127.0.0.1:1/", timeoutMs: 500 });
  // If this machine stalls, the connection is said to have timed out.
  await waitUntil(async () => {
    const findings = await diagnoseMongo(unreachable);
    assert.deepEqual([findings.length, findings[0]?.state], [1, "fault"]);
    assert.doesNotMatch(JSON.stringify(findings), /hunter2/);
    return /ECONNREFUSED.* What to do: is the host in MONGODB_URL right/.test(findings[0]?.text ?? "");
  });
});

test("an invalid URL is a fault", async () => {
  const [finding] = await diagnoseMongo(testMongoOptions("any", { url: "mongodb://a:b:c@d" }));
  assert.equal(finding?.state, "fault");
});
