import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { newEvent } from "../../../test/conformance/samples.ts";
import { openTestCli } from "../../../test/support/test-cli.ts";
import { openSqlite } from "../../store/sqlite/sqlite.ts";

const SCHEMA = { type: "object", properties: { plan: { type: "string" } } };
const SIGNED_UP = { event: "signed up", mode: "warn", schema: SCHEMA };

/** Opens a store with one project. */
async function openSchemasCli(t: TestContext) {
  const cli = await openTestCli(t);
  await cli.setup();
  const apply = (content: unknown, ...options: string[]) =>
    cli.run(["schemas", "apply", "-", ...options], JSON.stringify(content));
  const list = async () => JSON.parse((await cli.run(["schemas", "list", "--json"])).out).results;
  return { ...cli, apply, list };
}

test("a file adds, changes and keeps schemas; what it lists can be applied again", async (t) => {
  const { apply, list, run } = await openSchemasCli(t);
  assert.deepEqual(await apply([SIGNED_UP], "--dry-run"), { status: 0, out: "+ signed up\n", err: "" });
  assert.deepEqual(await list(), []);
  assert.equal((await apply([SIGNED_UP])).out, "+ signed up\n");
  assert.equal((await apply({ results: await list() })).out, "= signed up\n");
  assert.equal((await apply([{ ...SIGNED_UP, mode: "refuse" }])).out, "~ signed up (version 2)\n");
  const { mode, version } = JSON.parse((await run(["schemas", "show", "signed up", "--json"])).out);
  assert.deepEqual([mode, version], ["refuse", 2]);
  assert.equal((await run(["schemas", "remove", "signed up"])).out, "Done.\n");
  const { status, err } = await run(["schemas", "remove", "signed up"]);
  assert.deepEqual([status, err], [1, "Nothing in `schemas list` has the event signed up.\n"]);
});

test("a change that breaks valid events is named, and applied only on demand", async (t) => {
  const { apply, list } = await openSchemasCli(t);
  const other = { event: "other", schema: SCHEMA };
  await apply([SIGNED_UP]);
  const breaking = { ...SIGNED_UP, schema: { ...SCHEMA, required: ["plan"] } };
  const { status, err } = await apply([other, breaking]);
  assert.equal(status, 1);
  assert.match(err, /^Valid events could become invalid:\n {2}signed up: plan becomes required\nAdd --allow-breaking/);
  const [only, ...others] = await list();
  assert.deepEqual([only.event, only.version, others], ["signed up", 1, []], "nothing of the file is applied");
  assert.equal((await apply([other, breaking], "--allow-breaking")).out, "+ other\n~ signed up (version 2)\n");
});

test("an error in a file names the field, and nothing is applied", async (t) => {
  const { apply, list } = await openSchemasCli(t);
  const cases: readonly (readonly [unknown, RegExp])[] = [
    [{ event: "a" }, /must be a list/],
    [[SIGNED_UP, SIGNED_UP], /1__event occurs twice/],
    [[{ ...SIGNED_UP, more: 1 }], /0__more is not known/],
    [[{ ...SIGNED_UP, mode: "off" }], /0__mode must be warn or refuse/],
    [[{ ...SIGNED_UP, schema: { type: "object", $ref: "#" } }], /0__schema__\$ref is not supported/],
  ];
  for (const [content, message] of cases) {
    const { status, err } = await apply(content);
    assert.equal(status, 1);
    assert.match(err, message);
  }
  assert.deepEqual(await list(), []);
});

test("drafts are inferred from stored events, and can be applied", async (t) => {
  const { run, apply, environment } = await openSchemasCli(t);
  assert.equal((await run(["schemas", "infer"])).status, 1);
  const { events, close } = await openSqlite(environment.DATA_DIR ?? "");
  t.after(close);
  const stored = Array.from({ length: 60 }, (_, index) => {
    const properties = {
      plan: index % 2 ? "pro" : "free",
      seats: index,
      price: index / 2,
      $lib: "web",
      id: `id ${index}`,
    };
    const more = index === 0 ? { note: null } : { tags: ["a"], address: { city: "Oslo" } };
    return newEvent("1", {
      event: "signed up",
      timestamp: Date.now(),
      properties: JSON.stringify({ ...properties, ...more }),
    });
  });
  await events.insert([...stored, newEvent("1", { event: "$pageview", timestamp: Date.now() })]);
  const { out } = await run(["schemas", "infer"]);
  const drafts = JSON.parse(out);
  const schema = {
    type: "object",
    properties: {
      address: { type: "object", properties: { city: { type: "string", enum: ["Oslo"] } }, required: ["city"] },
      id: { type: "string" },
      note: { type: "null" },
      plan: { type: "string", enum: ["free", "pro"] },
      price: { type: "number" },
      seats: { type: "integer" },
      tags: { type: "array", items: { type: "string", enum: ["a"] } },
    },
    required: ["id", "plan", "price", "seats"],
  };
  assert.deepEqual(drafts, [{ event: "signed up", mode: "warn", schema }]);
  assert.equal((await apply(drafts)).out, "+ signed up\n");
  const pageviews = JSON.parse((await run(["schemas", "infer", "--event", "$pageview", "--days", "1"])).out);
  assert.equal(pageviews[0].event, "$pageview");
  assert.equal((await run(["schemas", "infer", "--days", "0"])).status, 2);
});

test("a typed capture() is printed for the project, or for a document", async (t) => {
  const { run, apply } = await openSchemasCli(t);
  const none = await run(["schemas", "types", "--language", "go"]);
  assert.deepEqual([none.status, none.out], [1, ""]);
  await apply([SIGNED_UP]);
  assert.match(
    (await run(["schemas", "types", "--language", "typescript"])).out,
    /"signed up": \{\n +"plan"\?: string;/,
  );
  assert.match((await run(["schemas", "types", "--language", "python"])).out, /"plan": NotRequired\[str\]/);
  assert.match((await run(["schemas", "types", "--language", "go"])).out, /type SignedUp struct \{\n\tPlan \*string/);
  const document = JSON.stringify({ paths: {} });
  const { err } = await run(["schemas", "types", "--language", "go", "--document", "-"], document);
  assert.match(err, /has no event schema/);
  assert.equal((await run(["schemas", "types", "--language", "cobol"])).status, 2);
});
