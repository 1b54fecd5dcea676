import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, test } from "node:test";
import { Client, type ExpectedError, type RequestOptions } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { type OperationId, operations, privateOperations } from "../contract/contract-document.ts";
import { eventually } from "../support/poll.ts";
import { rrwebEventFactory, snapshotBody } from "../support/rrweb-events.ts";

const ours = new Client();
const theirs = new Client(target, target.otherTenant);
const { projectId, organizationId } = target.otherTenant;
const recordingId = randomUUID();
let inviteId = "";

before(async () => {
  if (needs("tenants").skip !== false) return;
  const events = [rrwebEventFactory(Date.now()).mouse(0, 2)];
  await ours.expectStatus("capture", 200, {
    json: snapshotBody(target.otherTenant.projectApiKey, { sessionId: recordingId }, events),
  });
  const json = { target_email: `${randomUUID()}@guests.example` };
  inviteId = (await theirs.expectStatus("invites_create", 201, { json })).id;
  await eventually("the recording is stored", async () => {
    return (await theirs.request("session_recordings_retrieve", { path: { id: recordingId } })).status === 200;
  });
});

/** Returns the error for another tenant's resources: a missing path or, with a token in the query, an unknown key. */
function expectedError(operation: OperationId): ExpectedError {
  return operations.get(operation)?.hasTokenParameter ? [401, "invalid_api_key", null] : [404, "not_found", null];
}

function queryFor(operation: OperationId, token: string): Record<string, string> {
  return operations.get(operation)?.hasTokenParameter ? { token } : {};
}

function requestFor(operation: OperationId): RequestOptions {
  const id = operation.startsWith("invites") ? inviteId : recordingId;
  const path = { project_id: projectId, parent_lookup_organization_id: organizationId, id };
  const hasRequestBody = operations.get(operation)?.hasRequestBody ?? false;
  const query = queryFor(operation, target.otherTenant.projectApiKey);
  return { path, query, ...(hasRequestBody && { json: { target_email: `${randomUUID()}@guests.example` } }) };
}

describe("projects and organizations that do not exist", needs("state"), () => {
  for (const { id: operation } of privateOperations) {
    test(`${operation}: ${expectedError(operation)[0]}`, async () => {
      const query = queryFor(operation, "phc_unknown");
      const path = { project_id: "999999999", parent_lookup_organization_id: randomUUID(), id: randomUUID() };
      await ours.expectError(operation, expectedError(operation), { ...requestFor(operation), path, query });
    });
  }
});

describe("tenants are isolated", needs("tenants"), () => {
  test("there are operations to try", () => assert.ok(privateOperations.length > 0));

  for (const { id: operation } of privateOperations) {
    test(`${operation}: resources of another tenant do not seem to exist`, async () => {
      const options = requestFor(operation);
      const foreign = await ours.expectError(operation, expectedError(operation), options);
      const path = { ...options.path, project_id: "999999", parent_lookup_organization_id: randomUUID() };
      const query = queryFor(operation, "phc_unknown");
      const missing = await ours.expectError(operation, expectedError(operation), { ...options, path, query });
      assert.deepEqual(foreign.body, missing.body);
    });

    test(`${operation}: a read-only key gets the same error`, async () => {
      const key = target.readOnlyKey ?? "";
      await ours.expectError(operation, expectedError(operation), { ...requestFor(operation), key });
    });
  }

  for (const operation of ["session_recordings_retrieve", "session_recordings_destroy"] as const) {
    test(`${operation}: another project's recording is not found in ours`, async () => {
      await ours.expectError(operation, [404, "not_found", null], { path: { id: recordingId } });
    });
  }

  test("snapshots and properties of another project's recording are not found in ours", async () => {
    await ours.expectError("session_recordings_snapshots_retrieve", [404, "not_found", null], {
      path: { id: recordingId },
    });
    const query = { session_ids: recordingId };
    await ours.expectError("session_recordings_properties_retrieve", [404, "not_found", null], { query });
  });

  test("another organization's invite cannot be deleted from ours", async () => {
    await ours.expectError("invites_destroy", [404, "not_found", null], { path: { id: inviteId } });
  });

  test("a personal key cannot send events or request flags for another tenant's project", async () => {
    const fields = { project_id: projectId, event: "x", distinct_id: "x", batch: [] };
    for (const id of ["capture", "batch", "decide"] as const) {
      for (const key of ["api_key", "personal_api_key"]) {
        const json = { [key]: target.tenant.personalApiKey, ...fields };
        await ours.expectError(id, [400, "invalid_project", "project_id"], { json });
      }
      const query = { project_id: projectId };
      const json = { event: "x", distinct_id: "x", batch: [] };
      const options = { json, query, key: target.tenant.personalApiKey };
      await ours.expectError(id, [400, "invalid_project", "project_id"], options);
    }
  });

  test("the other tenant's resources are unchanged", async () => {
    await theirs.expectStatus("session_recordings_retrieve", 200, { path: { id: recordingId } });
    const { results } = await theirs.expectStatus("invites_list", 200, { query: { limit: 1000 } });
    assert.ok(results.some(({ id }) => id === inviteId));
  });
});
