import { describe, test } from "node:test";
import { Client, clientsOfNodes, type RequestOptions } from "../client/contract-client.ts";
import { environmentOf, needs, target, tenantDetails } from "../client/target.ts";
import { eventOperations, type Operation, privateOperations } from "../contract/contract-document.ts";
import { createPersonalKey, runCliOrThrow } from "../services/sightline-cli.ts";
import { eventually } from "../support/poll.ts";

const client = new Client();
/** Those that refuse a read-only key: a question is a POST, but only reads; others refuse members; tools may read. */
const writeOperations = privateOperations.filter(
  ({ id, method, responses }) => method !== "GET" && responses.has(403) && id !== "mcp_call",
);

/** Returns a check that requests have a status on every process of the service. */
function hasStatusOnEveryNode(statusesOf: (node: Client) => Promise<number[]>): (status: number) => Promise<boolean> {
  return async (status) => {
    const statuses = await Promise.all(clientsOfNodes().map(statusesOf));
    return statuses.flat().every((actual) => actual === status);
  };
}

function bodyFor({ bodyExamples }: Operation): RequestOptions {
  return { json: bodyExamples[0] };
}

describe("access: private operations need a personal key", () => {
  for (const operation of privateOperations) {
    const { id } = operation;
    const options = bodyFor(operation);

    test(`${id}: no key`, async () => {
      await client.expectError(id, [401, "not_authenticated", null], { ...options, key: null });
    });

    test(`${id}: invalid keys`, needs("state"), async () => {
      for (const key of ["phx_unknown", "garbage", "ÿ".repeat(50), "x".repeat(4000), target.tenant.projectApiKey]) {
        await client.expectError(id, [401, "invalid_personal_api_key", null], { ...options, key });
      }
    });

    test(`${id}: other authentication schemes`, needs("state"), async () => {
      for (const authorization of ["Basic cGh4Onh4", "Bearer", "Bearer ", target.tenant.personalApiKey, "Token x"]) {
        await client.expectError(id, [401], { ...options, key: null, headers: { authorization } });
      }
    });
  }

  test("a key in the body or the query is ignored", needs("state"), async () => {
    const { personalApiKey } = target.tenant;
    const json = { target_email: "a@guests.example", personal_api_key: personalApiKey, api_key: personalApiKey };
    const query = { personal_api_key: personalApiKey, api_key: personalApiKey };
    await client.expectError("invites_create", [401, "not_authenticated", null], { key: null, json, query });
  });

  test("the scheme Bearer is case-insensitive", needs("state"), async () => {
    const headers = { authorization: `bearer ${target.tenant.personalApiKey}` };
    await client.expectStatus("invites_list", 200, { key: null, headers });
  });
});

describe("access: a read-only key", needs("tenants"), () => {
  const key = target.readOnlyKey ?? "";

  test("reads", async () => {
    await client.expectStatus("session_recordings_list", 200, { key });
    await client.expectStatus("feature_flags_list", 200, { key });
    await client.expectStatus("invites_list", 200, { key });
  });

  for (const operation of writeOperations) {
    test(`${operation.id}: is refused`, async () => {
      await client.expectError(operation.id, [403, "permission_denied", null], { ...bodyFor(operation), key });
    });
  }

  const project_id = target.tenant.projectId;
  const places: [place: string, options: RequestOptions][] = [
    ["the header", { key, json: { project_id } }],
    ["api_key", { json: { project_id, api_key: key } }],
    ["personal_api_key", { json: { project_id, personal_api_key: key } }],
  ];
  for (const [place, { json, ...options }] of places) {
    test(`sends no events, with the key in ${place}`, async () => {
      const event = { event: "refused", distinct_id: "reader" };
      for (const id of eventOperations) {
        const body = { ...(json as object), ...(id === "batch" ? { batch: [event] } : event) };
        await client.expectError(id, [403, "permission_denied", null], { ...options, json: body });
      }
    });

    test(`asks for flags, with the key in ${place}`, async () => {
      const body = { ...(json as object), distinct_id: "reader" };
      for (const id of ["decide", "flags"] as const) await client.expectStatus(id, 200, { ...options, json: body });
    });
  }
});

describe("access: creating and revoking keys", needs("commands"), () => {
  test("a personal key is valid, and revoked, within 5 seconds", async () => {
    const { id, key } = await createPersonalKey(environmentOf(target), tenantDetails(target.tenant).email);
    const json = { personal_api_key: key, project_id: target.tenant.projectId, event: "sent", distinct_id: "x" };
    const statuses = hasStatusOnEveryNode(async (node) => [
      (await node.request("invites_list", { key })).status,
      (await node.request("capture", { json })).status,
    ]);
    await eventually("the key is valid", () => statuses(200));
    await runCliOrThrow(environmentOf(target), "keys", "revoke", id);
    await eventually("the key is revoked", () => statuses(401));
    await client.expectError("invites_list", [401, "invalid_personal_api_key", null], { key });
  });

  test("a project key is valid, and revoked, within 5 seconds", async () => {
    const options = ["--label", "", "--project", target.tenant.projectId, "--json"];
    const { id, key } = JSON.parse(await runCliOrThrow(environmentOf(target), "project-keys", "create", ...options));
    const statuses = hasStatusOnEveryNode(async (node) => [
      (await node.request("decide", { json: { api_key: key, distinct_id: "x" } })).status,
    ]);
    await eventually("the key is valid", () => statuses(200));
    await runCliOrThrow(environmentOf(target), "keys", "revoke", id);
    await eventually("the key is revoked", () => statuses(401));
  });
});
