import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { type Body, Client } from "../client/contract-client.ts";
import { needs, target, tenantDetails } from "../client/target.ts";

const client = new Client();
const createdInvites = new Set<string>();
type Invite = Body<"invites_create", 201>;

after(async () => {
  if (target.kind === "url") for (const id of createdInvites) await client.request("invites_destroy", { path: { id } });
});

function newEmailAddress(): string {
  return `invited-${randomUUID()}@guests.example`;
}

async function createInvite(json: object, by = client): Promise<Invite> {
  const created = await by.expectStatus("invites_create", 201, { json });
  createdInvites.add(created.id);
  return created;
}

async function listInvites(by = client): Promise<readonly Invite[]> {
  return (await by.expectStatus("invites_list", 200, { query: { limit: 1000 } })).results;
}

describe("invites: creating", needs("state"), () => {
  test("to an address of any script, alone and in a list; case and the form of the domain make no other", async () => {
    const local = `ünal.${randomUUID()}`;
    for (const address of [
      `${local}@bücher.example`,
      `用户.${randomUUID()}@例え.テスト`,
      `d${randomUUID()}@xn--bcher-kva.example`,
    ]) {
      assert.equal((await createInvite({ target_email: address })).target_email, address);
    }
    const json = { target_email: `${local.toUpperCase()}@XN--BCHER-KVA.example` };
    await client.expectError("invites_create", [429, "throttled", "target_email"], { json });
    const address = `øl.${randomUUID()}@fjørd.example`;
    const list = [address, address.toUpperCase()].map((target_email) => ({ target_email }));
    await client.expectError("invites_bulk_create", [400, "invalid_input", "1__target_email"], { json: list });
  });

  test("created_at and updated_at are the present", async () => {
    const before = Date.now();
    const { created_at, updated_at } = await createInvite({ target_email: newEmailAddress() });
    assert.ok(Date.parse(created_at) >= before - 60_000 && Date.parse(created_at) <= Date.now() + 60_000, created_at);
    assert.ok(Date.parse(updated_at) >= Date.parse(created_at));
  });

  test("an address cannot be invited again at once, even if its invite is deleted", async () => {
    const target_email = newEmailAddress();
    const { id } = await createInvite({ target_email });
    await client.expectStatus("invites_destroy", 204, { path: { id } });
    const json = { target_email: target_email.toUpperCase() };
    const { headers } = await client.expectError("invites_create", [429, "throttled", "target_email"], { json });
    assert.ok(Number(headers["retry-after"]) > 1);
    const list = [{ target_email: newEmailAddress() }, json];
    await client.expectError("invites_bulk_create", [429, "throttled", "1__target_email"], { json: list });
    assert.ok(!(await listInvites()).some((invite) => invite.target_email === list[0]?.target_email));
  });
});

describe("invites: invalid invites are refused", () => {
  const wrong: [title: string, json: unknown, code: string | undefined, attr: string | null][] = [
    ["no address", {}, "required", "target_email"],
    ["an address that is null", { target_email: null }, "null", "target_email"],
    ["an empty address", { target_email: "" }, undefined, "target_email"],
    ["an invalid address", { target_email: "jonas" }, "invalid_input", "target_email"],
    ["an address in two lines", { target_email: "a@b.example\r\nBcc: c@d.example" }, "invalid_input", "target_email"],
    ["a domain of spaces", { target_email: "a@b\u00a0c.example" }, "invalid_input", "target_email"],
    ["a direction mark in an address", { target_email: "a\u202eb@c.example" }, "invalid_input", "target_email"],
    ["an address that is a list", { target_email: ["a@b.example"] }, "invalid_input", "target_email"],
    [
      "an address that is too long",
      { target_email: `${"a".repeat(60)}@${"b.".repeat(100)}example` },
      undefined,
      "target_email",
    ],
    [
      "a name of 31 characters",
      { target_email: newEmailAddress(), first_name: "x".repeat(31) },
      "max_length",
      "first_name",
    ],
    ["a name that is a number", { target_email: newEmailAddress(), first_name: 3 }, "invalid_input", "first_name"],
    ["a name with a NUL", { target_email: newEmailAddress(), first_name: "a\u0000b" }, "invalid_input", "first_name"],
    [
      "a message of 2001 characters",
      { target_email: newEmailAddress(), message: "x".repeat(2001) },
      "max_length",
      "message",
    ],
    ["a message that is an object", { target_email: newEmailAddress(), message: {} }, "invalid_input", "message"],
    ["the level of an owner", { target_email: newEmailAddress(), level: "owner" }, "invalid_input", "level"],
    ["a message with a NUL", { target_email: newEmailAddress(), message: "\u0000" }, "invalid_input", "message"],
  ];
  for (const [title, json, code, attr] of wrong) {
    test(`${title}`, async () => {
      await client.expectError("invites_create", [400, code, attr], { json });
    });
    test(`${title}, in a list`, async () => {
      const list = [{ target_email: newEmailAddress() }, json];
      await client.expectError("invites_bulk_create", [400, code, `1__${attr}`], { json: list });
    });
  }

  test("the address of a member, in upper or lower case", needs("tenants"), async () => {
    const { email, memberEmail } = tenantDetails(target.tenant);
    for (const target_email of [email, memberEmail, memberEmail.toUpperCase()]) {
      const json = { target_email };
      await client.expectError("invites_create", [400, "invalid_input", "target_email"], { json });
      await client.expectError("invites_bulk_create", [400, "invalid_input", "target_email"], { json });
      const list = [{ target_email: newEmailAddress() }, json];
      await client.expectError("invites_bulk_create", [400, "invalid_input", "1__target_email"], { json: list });
    }
    const foreignInvite = await createInvite({ target_email: tenantDetails(target.otherTenant).memberEmail });
    assert.equal(
      foreignInvite.target_email,
      tenantDetails(target.otherTenant).memberEmail,
      "a member of another organization may be invited",
    );
  });
});

describe("invites: several at once", () => {
  test("an empty list", async () => {
    await client.expectError("invites_bulk_create", [400], { json: [] });
  });

  test("21 invites are too many", async () => {
    const json = Array.from({ length: 21 }, () => ({ target_email: newEmailAddress() }));
    await client.expectError("invites_bulk_create", [400, "max_length", null], { json });
  });

  test("an address that is in the list twice, in upper or lower case", needs("state"), async () => {
    const [first, second] = [newEmailAddress(), newEmailAddress()];
    for (const again of [first, first.toUpperCase()]) {
      const list = [first, second, again].map((target_email) => ({ target_email }));
      await client.expectError("invites_bulk_create", [400, "invalid_input", "2__target_email"], { json: list });
    }
    const addresses = new Set((await listInvites()).map(({ target_email }) => target_email));
    for (const address of [first, second]) assert.ok(!addresses.has(address));
  });

  test("if one invite is invalid, none is created", needs("state"), async () => {
    const list = [{ target_email: newEmailAddress() }, { target_email: "nobody" }, { target_email: newEmailAddress() }];
    await client.expectError("invites_bulk_create", [400, "invalid_input", "1__target_email"], { json: list });
    const addresses = new Set((await listInvites()).map(({ target_email }) => target_email));
    for (const { target_email } of list) assert.ok(!addresses.has(target_email));
  });
});

describe("invites: a new link", needs("state"), () => {
  test("is refused for a second time at once", async () => {
    const created = await createInvite({ target_email: newEmailAddress() });
    const path = { id: created.id };
    const { updated_at, ...resent } = await client.expectStatus("invites_resend", 200, { path });
    const { updated_at: createdAt, ...unchanged } = created;
    assert.deepEqual(resent, unchanged);
    assert.ok(Date.parse(updated_at) >= Date.parse(createdAt));
    const { headers } = await client.expectError("invites_resend", [429, "throttled", "target_email"], { path });
    assert.ok(Number(headers["retry-after"]) > 1);
  });

  for (const id of [randomUUID(), "nothing", "0", "%00"]) {
    test(`an invite that does not exist: ${id.length === 36 ? "a UUID" : id}`, async () => {
      await client.expectError("invites_resend", [404, "not_found", null], { path: { id } });
    });
  }
});

describe("invites: deleting", needs("state"), () => {
  for (const id of [randomUUID(), "nothing", "0", "%00"]) {
    test(`an invite that does not exist: ${id.length === 36 ? "a UUID" : id}`, async () => {
      await client.expectError("invites_destroy", [404, "not_found", null], { path: { id } });
    });
  }
});
