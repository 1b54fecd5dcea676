import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { Client, clientsOfNodes, type RequestOptions } from "../client/contract-client.ts";
import { environmentOf, needs, target, tenantDetails } from "../client/target.ts";
import { privateOperations } from "../contract/contract-document.ts";
import { createPersonalKey, runCliOrThrow } from "../services/sightline-cli.ts";
import { eventually } from "../support/poll.ts";

const client = new Client();
const MAX_REVOCATION_MS = 5000;
const writeOperations = privateOperations.filter(({ method }) => method !== "GET");

/** Whether this has that status on every process of the service. */
function hasStatusOnEveryNode(ask: (node: Client) => Promise<number[]>): (status: number) => Promise<boolean> {
  return async (status) => {
    const answers = await Promise.all(clientsOfNodes().map(ask));
    return answers.flat().every((answered) => answered === status);
  };
}

function bodyFor(takesBody: boolean): RequestOptions {
  return takesBody ? { json: { target_email: `${randomUUID()}@guests.example` } } : {};
}

describe("access: private operations want a personal key", () => {
  for (const { id, hasRequestBody: takesBody } of privateOperations) {
    const ask = bodyFor(takesBody);

    test(`${id}: no key`, async () => {
      await client.expectError(id, [401, "not_authenticated", null], { ...ask, key: null });
    });

    test(`${id}: keys that are none`, needs("state"), async () => {
      for (const key of ["phx_unknown", "garbage", "ÿ".repeat(50), "x".repeat(4000), target.tenant.projectApiKey]) {
        await client.expectError(id, [401, "invalid_personal_api_key", null], { ...ask, key });
      }
    });

    test(`${id}: another way to authenticate`, needs("state"), async () => {
      for (const authorization of ["Basic cGh4Onh4", "Bearer", "Bearer ", target.tenant.personalApiKey, "Token x"]) {
        await client.expectError(id, [401], { ...ask, key: null, headers: { authorization } });
      }
    });
  }

  test("a key in the body or the query does not count", needs("state"), async () => {
    const { personalApiKey } = target.tenant;
    const json = { target_email: "a@guests.example", personal_api_key: personalApiKey, api_key: personalApiKey };
    const query = { personal_api_key: personalApiKey, api_key: personalApiKey };
    await client.expectError("invites_create", [401, "not_authenticated", null], { key: null, json, query });
  });

  test("the word Bearer is read in any case", needs("state"), async () => {
    const headers = { authorization: `bearer ${target.tenant.personalApiKey}` };
    await client.expectStatus("invites_list", 200, { key: null, headers });
  });
});

describe("access: a read-only key", needs("tenants"), () => {
  const key = target.readOnlyKey ?? "";

  test("reads", async () => {
    await client.expectStatus("session_recordings_list", 200, { key });
    await client.expectStatus("invites_list", 200, { key });
  });

  for (const { id, hasRequestBody: takesBody } of writeOperations) {
    test(`${id}: may not`, async () => {
      await client.expectError(id, [403, "permission_denied", null], { ...bodyFor(takesBody), key });
    });
  }
});

describe("access: a key's life", needs("commands"), () => {
  test("a personal key begins, and ends, within 5 seconds", async () => {
    const { id, key } = await createPersonalKey(environmentOf(target), tenantDetails(target.tenant).email);
    const json = { personal_api_key: key, project_id: target.tenant.projectId, event: "sent", distinct_id: "x" };
    const statuses = hasStatusOnEveryNode(async (node) => [
      (await node.request("invites_list", { key })).status,
      (await node.request("capture", { json })).status,
    ]);
    await eventually("the key is in force", () => statuses(200), MAX_REVOCATION_MS);
    await runCliOrThrow(environmentOf(target), "keys", "revoke", id);
    await eventually("the key has ended", () => statuses(401), MAX_REVOCATION_MS);
    await client.expectError("invites_list", [401, "invalid_personal_api_key", null], { key });
  });

  test("a project key begins, and ends, within 5 seconds", async () => {
    const options = ["--project-key", "--project", target.tenant.projectId, "--json"];
    const { id, key } = JSON.parse(await runCliOrThrow(environmentOf(target), "keys", "create", ...options));
    const statuses = hasStatusOnEveryNode(async (node) => [
      (await node.request("decide", { json: { api_key: key, distinct_id: "x" } })).status,
    ]);
    await eventually("the key is in force", () => statuses(200), MAX_REVOCATION_MS);
    await runCliOrThrow(environmentOf(target), "keys", "revoke", id);
    await eventually("the key has ended", () => statuses(401), MAX_REVOCATION_MS);
  });
});
