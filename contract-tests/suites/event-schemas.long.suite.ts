import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Body, Client } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { fetchAllPages, type ListPage } from "../support/list-pages.ts";
import { eventually } from "../support/poll.ts";

type EventSchema = Body<"event_schemas_create", 201>;
type Violations = Body<"event_schema_violations_list", 200>["results"][number];

const client = new Client();
const saved: EventSchema[] = [];
/** After so long a change is known to every node. */
const EFFECT_MS = 2000;
const SCHEMA = {
  type: "object",
  properties: { plan: { type: "string", enum: ["free", "pro"] }, seats: { type: "integer", minimum: 1 } },
  required: ["plan"],
};

after(async () => {
  if (target.kind === "prism") return;
  for (const { id } of saved) await client.request("event_schemas_destroy", { path: { id } });
});

const pathOf = ({ id }: EventSchema) => ({ path: { id } });
const newName = () => `event ${randomUUID()}`;

async function save(fields: object = {}): Promise<EventSchema> {
  const json = { event: newName(), schema: SCHEMA, ...fields };
  const schema = await client.expectStatus("event_schemas_create", 201, { json });
  saved.push(schema);
  return schema;
}

const refuse = (attr: string, json: object, code = "invalid_input") =>
  client.expectError("event_schemas_create", [400, code, attr], {
    json: { event: newName(), schema: SCHEMA, ...json },
  });
const change = (schema: EventSchema, json: object) =>
  client.expectStatus("event_schemas_partial_update", 200, { ...pathOf(schema), json });

describe("event schemas", needs("state"), () => {
  test("are returned as they were sent, changed field by field, and keep their versions", async () => {
    const schema = await save({ description: "Somebody signs up" });
    const { id, created_at, updated_at, created_by, updated_by, ...rest } = schema;
    const fields = { event: schema.event, description: "Somebody signs up", mode: "warn", schema: SCHEMA };
    assert.deepEqual(rest, { ...fields, version: 1 });
    assert.deepEqual(await client.expectStatus("event_schemas_retrieve", 200, pathOf(schema)), schema);
    const refusing = await change(schema, { mode: "refuse", version: 1 });
    assert.deepEqual([refusing.mode, refusing.version, refusing.schema, refusing.id], ["refuse", 2, SCHEMA, id]);
    await client.expectError("event_schemas_partial_update", [409, "conflict", "version"], {
      ...pathOf(schema),
      json: { mode: "warn", version: 1 },
    });
    const described = await change(schema, { description: "" });
    const versions = await client.expectStatus("event_schemas_versions_list", 200, pathOf(schema));
    assert.deepEqual(versions.results, [described, refusing, schema]);
    const page = { ...pathOf(schema), query: { limit: 1, offset: 1 } };
    const second = await client.expectStatus("event_schemas_versions_list", 200, page);
    assert.deepEqual([second.count, second.results], [3, [refusing]]);
    const none = { ...page, query: { limit: 0 } };
    await client.expectError("event_schemas_versions_list", [400, "invalid_input", "limit"], none);
    await client.expectStatus("event_schemas_destroy", 204, pathOf(schema));
    for (const operation of [
      "event_schemas_retrieve",
      "event_schemas_destroy",
      "event_schemas_versions_list",
    ] as const) {
      await client.expectError(operation, [404, "not_found", null], pathOf(schema));
    }
    await client.expectError("event_schemas_partial_update", [404, "not_found", null], {
      ...pathOf(schema),
      json: { mode: "warn" },
    });
  });

  test("are listed newest first, on pages", async () => {
    const { paginationTenant: tenant } = target;
    const lists = new Client(target, tenant);
    const events = [newName(), newName(), newName()];
    for (const event of events) {
      await lists.expectStatus("event_schemas_create", 201, { json: { event, schema: SCHEMA } });
    }
    const first = await lists.expectStatus("event_schemas_list", 200, { query: { limit: 2 } });
    const all = await fetchAllPages<EventSchema>(first as ListPage<EventSchema>, tenant.personalApiKey);
    const listed = all.filter(({ event }) => events.includes(event));
    assert.deepEqual(listed.map(({ event }) => event).toSorted(), events.toSorted());
    for (const operation of ["event_schemas_list", "event_schema_violations_list"] as const) {
      for (const limit of [0, 101]) {
        await client.expectError(operation, [400, "invalid_input", "limit"], { query: { limit } });
      }
      assert.deepEqual((await client.expectStatus(operation, 200, { query: { offset: 1e9 } })).results, []);
    }
    for (const { id } of listed) await lists.expectStatus("event_schemas_destroy", 204, { path: { id } });
  });

  test("are drafted from the events that arrived, and meet them", async () => {
    const event = newName();
    const draft = async () =>
      (await client.expectStatus("event_schema_drafts_list", 200, { query: { event } })).results;
    assert.deepEqual(await draft(), []);
    const batch = [
      { plan: "pro", seats: 2 },
      { plan: "free", $lib: "web" },
    ].map((properties) => {
      return { event, distinct_id: "ada", properties };
    });
    await client.expectStatus("batch", 200, { json: { api_key: target.tenant.projectApiKey, batch } });
    const properties = { plan: { type: "string" }, seats: { type: "integer" } };
    const schema = { type: "object", properties, required: ["plan"] };
    await eventually("they are stored", async () => JSON.stringify(await draft()).includes("seats"));
    assert.deepEqual(await draft(), [{ event, mode: "warn", schema }]);
    await client.expectStatus("event_schemas_create", 201, { json: { event, schema } });
    const long = { query: { event: "x".repeat(1001) } };
    await client.expectError("event_schema_drafts_list", [400, "max_length", "event"], long);
  });

  test("are one for each event", async () => {
    const { event } = await save();
    await refuse("event", { event }, "unique");
    await refuse("event", { event: "$snapshot" });
    await refuse("event", { event: "" }, "blank");
    await refuse("event", { event: "x".repeat(201) }, "max_length");
  });

  test("are checked when they are saved, and the field is named", async () => {
    const property = (value: object) => ({ schema: { type: "object", properties: { a: value } } });
    const at = (keyword: string) => `schema__properties__a__${keyword}`;
    await refuse("schema", { schema: undefined }, "required");
    await refuse("mode", { mode: "maybe" });
    await refuse("schema__type", { schema: { type: "array" } });
    await refuse("schema__type", { schema: {} });
    await refuse(at("$ref"), property({ $ref: "#" }));
    await refuse(at("format"), property({ type: "string", format: "uuid" }));
    await refuse(at("type"), property({ type: [] }));
    await refuse(`${at("type")}__0`, property({ type: ["text"] }));
    await refuse(at("minimum"), property({ minimum: "1" }));
    await refuse(at("maximum"), property({ minimum: 2, maximum: 1 }));
    await refuse(at("minLength"), property({ minLength: -1 }));
    await refuse(at("pattern"), property({ pattern: "(" }));
    await refuse(at("pattern"), property({ pattern: "(a{100}){100}" }));
    await refuse(`${at("enum")}__0`, property({ enum: [{}] }));
    await refuse(`${at("enum")}__1`, property({ enum: ["a", "a"] }));
    await refuse(at("additionalProperties"), property({ additionalProperties: {} }));
    await refuse(`${at("anyOf")}__0__anyOf`, property({ anyOf: [{ anyOf: [{}] }] }));
    await refuse("schema__anyOf", { schema: { type: "object", anyOf: [{}] } });
    await refuse(
      "schema",
      property({ enum: Array.from({ length: 200 }, (_, index) => `${index}`.padStart(100)) }),
      "max_length",
    );
    let deep: object = {};
    for (let level = 0; level < 9; level++) deep = { items: deep };
    await refuse(`schema__properties__a${"__items".repeat(8)}`, property(deep));
  });

  test("can be read, but not changed, with a read-only key", needs("tenants"), async () => {
    const { readOnlyKey: key } = target;
    assert.ok(key);
    const schema = await save();
    const options = { ...pathOf(schema), key };
    assert.equal((await client.expectStatus("event_schemas_retrieve", 200, options)).event, schema.event);
    assert.equal((await client.expectStatus("event_schemas_versions_list", 200, options)).count, 1);
    await client.expectStatus("event_schema_violations_list", 200, { key });
    await client.expectError("event_schemas_destroy", [403, "permission_denied", null], options);
    await client.expectError("event_schemas_partial_update", [403, "permission_denied", null], {
      ...options,
      json: { mode: "refuse" },
    });
    const json = { event: newName(), schema: SCHEMA };
    await client.expectError("event_schemas_create", [403, "permission_denied", null], { key, json });
  });

  test("are changed so that valid events become invalid only if that is allowed", async () => {
    const schema = await save();
    const breaking = { ...SCHEMA, required: ["plan", "seats"] };
    const { body } = await client.expectError("event_schemas_partial_update", [409, "breaking_change", "schema"], {
      ...pathOf(schema),
      json: { schema: breaking },
    });
    assert.match(JSON.stringify(body), /seats becomes required/);
    assert.deepEqual(await client.expectStatus("event_schemas_retrieve", 200, pathOf(schema)), schema);
    const wider = { ...SCHEMA, properties: { ...SCHEMA.properties, plan: { enum: ["free", "pro", "team"] } } };
    assert.equal((await change(schema, { schema: wider })).version, 2);
    const changed = await change(schema, { schema: breaking, allow_breaking: true });
    assert.deepEqual([changed.schema, changed.version], [breaking, 3]);
  });

  test("describe /capture/ in the project's own document", async () => {
    const schema = await save({ event: `signed up ${randomUUID()}`, description: "Signs up" });
    const document = await client.expectStatus("project_document_retrieve", 200);
    const { paths, components } = JSON.parse(JSON.stringify(document));
    const { oneOf, discriminator } = paths["/capture/"].post.requestBody.content["application/json"].schema;
    const $ref: string = discriminator.mapping[schema.event];
    assert.ok(oneOf.some((one: { $ref: string }) => one.$ref === $ref));
    const body = components.schemas[$ref.split("/").at(-1) ?? ""];
    assert.deepEqual(body.properties.event, { type: "string", enum: [schema.event] });
    assert.ok(body.required.includes("properties"));
    assert.deepEqual(components.schemas[body.properties.properties.$ref.split("/").at(-1)], SCHEMA);
  });
});

describe("events that violate a schema", needs("state"), () => {
  const { projectApiKey: api_key } = target.tenant;
  const violationsOf = async ({ event }: EventSchema): Promise<readonly Violations[]> =>
    (await client.expectStatus("event_schema_violations_list", 200, { query: { event } })).results;
  const namesOf = async ({ event }: EventSchema) =>
    (await client.expectStatus("events_list", 200, { query: { event } })).results.map(({ id }) => id);
  const send = (events: readonly object[]) => client.expectStatus("batch", 200, { json: { api_key, batch: events } });
  const newEvent = ({ event }: EventSchema, properties: object) => {
    return { event, distinct_id: `distinct ${event}`, uuid: randomUUID(), properties };
  };

  test("are stored and counted with warn, counted and not stored with refuse", async () => {
    const [warning, refusing] = [await save(), await save({ mode: "refuse" })];
    await sleep(EFFECT_MS);
    for (const schema of [warning, refusing]) {
      const bad = newEvent(schema, { plan: "gold", note: "x".repeat(1000) });
      const good = newEvent(schema, { plan: "pro", $lib: "web", more: true });
      const missing = newEvent(schema, { seats: 0 });
      assert.deepEqual(await client.expectStatus("capture", 200, { json: { api_key, ...bad } }), { status: 1 });
      await eventually("it is counted", async () => (await violationsOf(schema))[0]?.count === 1);
      await send([missing, good]);
      const isStored = schema === warning;
      const stored = isStored ? [bad.uuid, missing.uuid, good.uuid] : [good.uuid];
      await eventually("they are stored", async () => {
        const [found, counted] = [await namesOf(schema), await violationsOf(schema)];
        return found.length === stored.length && counted[0]?.count === 2;
      });
      assert.deepEqual((await namesOf(schema)).toSorted(), stored.toSorted());
      const [{ examples, first_at, last_at, ...counts }] = (await violationsOf(schema)) as [Violations];
      const { id: schema_id, event } = schema;
      assert.deepEqual(counts, { schema_id, event, version: 1, count: 2, refused_count: isStored ? 0 : 2 });
      const named = examples.map(({ event_id, path, rule, is_stored }) => [event_id, path, rule, is_stored]);
      assert.deepEqual(named, [
        [missing.uuid, "plan", "required", isStored],
        [bad.uuid, "plan", "enum", isStored],
      ]);
      const [, { detail, properties }] = examples as [unknown, Violations["examples"][number]];
      assert.equal(detail, 'must be one of "free", "pro"');
      assert.deepEqual(properties, { plan: "gold", note: `${"x".repeat(100)}…` }, "long texts are shortened");
      assert.ok(first_at <= last_at);
    }
  });

  test("are counted for the version that they violate, and leave with the schema", async () => {
    const schema = await save();
    await sleep(EFFECT_MS);
    await send([newEvent(schema, {})]);
    await eventually("it is counted", async () => (await violationsOf(schema)).length === 1);
    await change(schema, { schema: { ...SCHEMA, required: [] } });
    await sleep(EFFECT_MS);
    const good = newEvent(schema, {});
    await send([good, newEvent(schema, { plan: 1 })]);
    await eventually("it is counted", async () => (await violationsOf(schema)).length === 2);
    assert.deepEqual(
      (await violationsOf(schema)).map(({ version, count }) => [version, count]),
      [
        [2, 1],
        [1, 1],
      ],
    );
    await client.expectStatus("event_schemas_destroy", 204, pathOf(schema));
    assert.deepEqual(await violationsOf(schema), []);
  });

  test("are examples that an erasure of the person removes", async () => {
    const schema = await save({ mode: "refuse" });
    await sleep(EFFECT_MS);
    const [ada, eve] = [`ada ${randomUUID()}`, `eve ${randomUUID()}`];
    await send([ada, eve].map((distinct_id) => ({ event: schema.event, distinct_id, properties: { plan: 1 } })));
    const distinctIds = async () =>
      (await violationsOf(schema)).flatMap(({ examples }) => examples.map(({ distinct_id }) => distinct_id));
    await eventually("both are examples", async () => (await distinctIds()).length === 2);
    const { id } = await client.expectStatus("persons_destroy", 202, { path: { id: ada } });
    await eventually("the erasure is completed", async () => {
      return (await client.expectStatus("erasures_retrieve", 200, { path: { id } })).state === "completed";
    });
    assert.deepEqual(await distinctIds(), [eve]);
    assert.equal((await violationsOf(schema))[0]?.count, 2);
  });
});
