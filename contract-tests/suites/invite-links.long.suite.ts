import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { needs, tenantDetails } from "../client/target.ts";
import { createTenant } from "../services/sightline-cli.ts";
import { ownServer } from "../support/own-server.ts";

const own = ownServer(() => ({}));
const DENIED = [403, "permission_denied", null] as const;

describe("invites: a link to pass on", needs("settings"), () => {
  test("opens the invite, and the earlier one no longer does; only owners and admins get one", async () => {
    const { client, tenant } = own();
    const json = { target_email: "jonas@guests.example" };
    const { id } = await client.expectStatus("invites_create", 201, { json });
    const link = async () => (await client.expectStatus("invites_link_create", 200, { path: { id } })).path;
    const [first, second] = [await link(), await link()].map((path) => path.replace("/invites/", ""));
    await client.expectError("invite_retrieve", [404, "not_found", null], { path: { secret: first ?? "" }, key: null });
    const open = await client.expectStatus("invite_retrieve", 200, { path: { secret: second ?? "" }, key: null });
    assert.equal(open.target_email, json.target_email);
    const accepted = { path: { secret: second ?? "" }, key: null, json: { first_name: "Jonas" } };
    await client.expectStatus("invite_accept", 201, accepted);
    await client.expectError("invites_link_create", [404, "not_found", null], { path: { id } });
    const { id: other } = await client.expectStatus("invites_create", 201, {
      json: { target_email: "x@guests.example" },
    });
    const key = tenantDetails(tenant).memberPersonalApiKey;
    await client.expectError("invites_link_create", DENIED, { path: { id: other }, key });
  });

  test("is not made where several organizations share the service", async () => {
    const { client, server } = own();
    const json = { target_email: "ada@guests.example" };
    const { id } = await client.expectStatus("invites_create", 201, { json });
    await createTenant(server.environment, "another");
    await client.expectError("invites_link_create", DENIED, { path: { id } });
  });
});
