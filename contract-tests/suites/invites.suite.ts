import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { type Body, Client } from "../client/client.ts";
import { known, needs, target } from "../client/target.ts";
import { type Page, walk } from "../support/pages.ts";

const client = new Client();
const made = new Set<string>();
type Invite = Body<"invites_create", 201>;

after(async () => {
  if (target.kind === "url") for (const id of made) await client.ask("invites_destroy", { path: { id } });
});

function address(): string {
  return `invited-${randomUUID()}@guests.example`;
}

async function invite(json: object, on = client): Promise<Invite> {
  const created = await on.get("invites_create", 201, { json });
  made.add(created.id);
  return created;
}

async function listed(on = client): Promise<readonly Invite[]> {
  return (await on.get("invites_list", 200, { query: { limit: 1000 } })).results;
}

describe("invites: creating", needs("state"), () => {
  test("with an address alone", async () => {
    const target_email = address();
    const before = Date.now();
    const created = await invite({ target_email });
    const { id, created_by, created_at, updated_at, ...rest } = created;
    const { emailing_attempt_made: _, ...said } = rest;
    assert.deepEqual(said, { target_email, first_name: "", message: "", is_expired: false });
    assert.ok(Date.parse(created_at) >= before - 60_000 && Date.parse(created_at) <= Date.now() + 60_000, created_at);
    assert.ok(Date.parse(updated_at) >= Date.parse(created_at));
    assert.match(id, /^[0-9a-f-]{36}$/);
    const { more } = target.tenant;
    if (more !== undefined) assert.deepEqual([created_by.email, created_by.id], [more.email, more.userId]);
    assert.ok((await listed()).some((one) => one.id === id));
  });

  test("with a name and a message, which come back as they were sent", async () => {
    const wanted = { target_email: address(), first_name: "Ж".repeat(30), message: "Come & see <b>…</b>\n🚲" };
    const created = await invite(wanted);
    const { target_email, first_name, message } = created;
    assert.deepEqual({ target_email, first_name, message }, wanted);
    assert.deepEqual(
      (await listed()).find(({ id }) => id === created.id),
      created,
    );
  });

  test("without a mail server none is tried", needs("settings"), async () => {
    assert.equal((await invite({ target_email: address() })).emailing_attempt_made, false);
  });

  test("the same address twice gives two invites", async () => {
    const target_email = address();
    const [one, other] = [await invite({ target_email }), await invite({ target_email })];
    assert.notEqual(one.id, other.id);
  });
});

describe("invites: what is wrong is refused", () => {
  const wrong: [what: string, json: unknown, code: string | undefined, attr: string | null][] = [
    ["no address", {}, "required", "target_email"],
    ["an address that is null", { target_email: null }, "null", "target_email"],
    ["an empty address", { target_email: "" }, undefined, "target_email"],
    ["an address that is none", { target_email: "jonas" }, "invalid_input", "target_email"],
    ["an address in two lines", { target_email: "a@b.example\r\nBcc: c@d.example" }, "invalid_input", "target_email"],
    ["an address that is a list", { target_email: ["a@b.example"] }, "invalid_input", "target_email"],
    [
      "an address that is too long",
      { target_email: `${"a".repeat(60)}@${"b.".repeat(100)}example` },
      undefined,
      "target_email",
    ],
    ["a name of 31 characters", { target_email: address(), first_name: "x".repeat(31) }, "max_length", "first_name"],
    ["a name that is a number", { target_email: address(), first_name: 3 }, "invalid_input", "first_name"],
    ["a name with a NUL", { target_email: address(), first_name: "a\u0000b" }, "invalid_input", "first_name"],
    ["a message of 2001 characters", { target_email: address(), message: "x".repeat(2001) }, "max_length", "message"],
    ["a message that is an object", { target_email: address(), message: {} }, "invalid_input", "message"],
    ["a message with a NUL", { target_email: address(), message: "\u0000" }, "invalid_input", "message"],
  ];
  for (const [what, json, code, attr] of wrong) {
    test(`${what}`, async () => {
      await client.refuse("invites_create", [400, code, attr], { json });
    });
    test(`${what}, in a list`, async () => {
      const list = [{ target_email: address() }, json];
      await client.refuse("invites_bulk_create", [400, code, `1__${attr}`], { json: list });
    });
  }

  test("the address of a member, in any case", needs("tenants"), async () => {
    const { email, memberEmail } = known(target.tenant);
    for (const target_email of [email, memberEmail, memberEmail.toUpperCase()]) {
      const json = { target_email };
      await client.refuse("invites_create", [400, "invalid_input", "target_email"], { json });
      await client.refuse("invites_bulk_create", [400, "invalid_input", "target_email"], { json });
      const list = [{ target_email: address() }, json];
      await client.refuse("invites_bulk_create", [400, "invalid_input", "1__target_email"], { json: list });
    }
    const elsewhere = await invite({ target_email: known(target.foreign).memberEmail });
    assert.equal(
      elsewhere.target_email,
      known(target.foreign).memberEmail,
      "a member of another organization may be invited",
    );
  });
});

describe("invites: many at once", () => {
  test("a list is answered with a list in its order, and listed", needs("state"), async () => {
    for (const count of [1, 3, 20]) {
      const list = Array.from({ length: count }, (_, index) => ({ target_email: address(), first_name: `n${index}` }));
      const created = (await client.get("invites_bulk_create", 201, { json: list })) as readonly Invite[];
      for (const { id } of created) made.add(id);
      const named = ({ target_email, first_name }: Invite) => ({ target_email, first_name });
      assert.deepEqual(created.map(named), list);
      const ids = new Set((await listed()).map(({ id }) => id));
      assert.ok(created.every(({ id }) => ids.has(id)));
    }
  });

  test("a single one is answered with a single one", needs("state"), async () => {
    const target_email = address();
    const created = (await client.get("invites_bulk_create", 201, { json: { target_email } })) as Invite;
    made.add(created.id);
    assert.equal(created.target_email, target_email);
  });

  test("an empty list", async () => {
    await client.refuse("invites_bulk_create", [400], { json: [] });
  });

  test("21 are too many", async () => {
    const json = Array.from({ length: 21 }, () => ({ target_email: address() }));
    await client.refuse("invites_bulk_create", [400, "max_length", null], { json });
  });

  test("when one of them is wrong, none is made", needs("state"), async () => {
    const list = [{ target_email: address() }, { target_email: "nobody" }, { target_email: address() }];
    await client.refuse("invites_bulk_create", [400, "invalid_input", "1__target_email"], { json: list });
    const addresses = new Set((await listed()).map(({ target_email }) => target_email));
    for (const { target_email } of list) assert.ok(!addresses.has(target_email));
  });
});

describe("invites: deleting", needs("state"), () => {
  test("what is deleted is listed no more", async () => {
    const { id } = await invite({ target_email: address() });
    const { body } = await client.ask("invites_destroy", { path: { id } });
    assert.equal(body, undefined);
    assert.ok(!(await listed()).some((one) => one.id === id));
    await client.refuse("invites_destroy", [404, "not_found", null], { path: { id } });
    made.delete(id);
  });

  for (const id of [randomUUID(), "nothing", "0", "%00"]) {
    test(`an invite that does not exist: ${id.length === 36 ? "a UUID" : id}`, async () => {
      await client.refuse("invites_destroy", [404, "not_found", null], { path: { id } });
    });
  }
});

describe("invites: pages", needs("tenants"), () => {
  test("next and previous lead through all invites, newest first", async () => {
    const { quiet } = target;
    const inQuiet = new Client(target, quiet);
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) ids.unshift((await invite({ target_email: address() }, inQuiet)).id);
    for (const limit of [1, 2, 5, 1000]) {
      const first = await inQuiet.get("invites_list", 200, { query: { limit } });
      assert.deepEqual([first.count, first.previous], [5, null]);
      const all = await walk<Invite>(first as Page<Invite>, quiet.personalApiKey);
      assert.deepEqual(
        all.map(({ id }) => id),
        ids,
        `limit ${limit}`,
      );
    }
    const middle = await inQuiet.get("invites_list", 200, { query: { limit: 2, offset: 2 } });
    assert.deepEqual([middle.count, middle.results.map(({ id }) => id)], [5, ids.slice(2, 4)]);
    for (const id of ids) await inQuiet.get("invites_destroy", 204, { path: { id } });
    const none = await inQuiet.get("invites_list", 200);
    assert.deepEqual(none, { count: 0, next: null, previous: null, results: [] });
  });
});
