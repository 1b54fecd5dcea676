import assert from "node:assert/strict";
import { test } from "node:test";
import { openInviteEnvironment } from "../../test/support/test-invite-environment.ts";
import { authorizePath } from "./authorize-path.ts";

const READ = { handlerId: "projects_retrieve", query: {}, changes: false };
const CHANGE = { ...READ, handlerId: "projects_partial_update", changes: true };

test("a member gets what the path names, also as @current; who is none gets not_found", async (t) => {
  const { store, organization, ada, eve } = await openInviteEnvironment(t);
  const [project] = await store.tenants.projectsOf(organization.id);
  const id = project?.id ?? "";
  const inProject = { operation: READ, params: { project_id: id, id: "7" } };
  const inOrganization = { operation: READ, params: { parent_lookup_organization_id: organization.id } };
  assert.deepEqual(await authorizePath(ada, inProject, store.tenants), {
    params: inProject.params,
    project,
    organization: undefined,
  });
  assert.deepEqual((await authorizePath(ada, inOrganization, store.tenants)).organization, organization);
  const current = { operation: READ, params: { project_id: "@current" } };
  assert.deepEqual((await authorizePath(ada, current, store.tenants)).project, project);
  assert.notDeepEqual((await authorizePath(eve, current, store.tenants)).project, project);
  for (const path of [inProject, inOrganization, { operation: READ, params: { project_id: "x".repeat(1_000_000) } }]) {
    await assert.rejects(authorizePath(eve, path, store.tenants), { code: "not_found" });
  }
});

test("a project outside of the organization in the path is not_found", async (t) => {
  const { store, organization, ada } = await openInviteEnvironment(t);
  const [project] = await store.tenants.projectsOf(organization.id);
  const other = { id: "019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60", name: "Other", createdAt: 1 };
  await store.tenants.addOrganization(other);
  await store.tenants.addMember(other.id, ada.userId, "owner");
  const pathIn = (id: string) => ({
    operation: READ,
    params: { parent_lookup_organization_id: id, project_id: project?.id ?? "" },
  });
  assert.deepEqual((await authorizePath(ada, pathIn(organization.id), store.tenants)).project, project);
  await assert.rejects(authorizePath(ada, pathIn(other.id), store.tenants), { code: "not_found" });
});

test("a read-only key reads and changes nothing; of what it may not see, it gets not_found", async (t) => {
  const { store, organization, reader, eve } = await openInviteEnvironment(t);
  const params = { parent_lookup_organization_id: organization.id };
  assert.deepEqual(
    (await authorizePath(reader, { operation: READ, params }, store.tenants)).organization,
    organization,
  );
  const change = { operation: CHANGE, params };
  await assert.rejects(authorizePath(reader, change, store.tenants), { code: "permission_denied" });
  await assert.rejects(authorizePath({ ...eve, readOnly: true }, change, store.tenants), { code: "not_found" });
});

test("what a token in the query names is left to the handler; @current is no project to delete", async (t) => {
  const { store, ada } = await openInviteEnvironment(t);
  const byToken = { ...READ, query: { token: {} } };
  const params = { project_id: "@current" };
  assert.equal((await authorizePath(ada, { operation: byToken, params }, store.tenants)).project, undefined);
  const deletion = { ...CHANGE, handlerId: "projects_destroy" };
  await assert.rejects(authorizePath(ada, { operation: deletion, params }, store.tenants), { code: "not_found" });
});
