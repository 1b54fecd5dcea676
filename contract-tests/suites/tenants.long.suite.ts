import assert from "node:assert/strict";
import { Agent } from "node:http";
import { after, before, describe, test } from "node:test";
import { Client, type RequestOptions } from "../client/contract-client.ts";
import { environmentOf, needs, target } from "../client/target.ts";
import { type Operation, type OperationId, operations, privateOperations } from "../contract/contract-document.ts";
import { deletingLast, idParameters, missingKnowledge } from "../isolation/id-parameters.ts";
import { keysWithoutAccess } from "../isolation/keys.ts";
import { projectPairs, requestNaming } from "../isolation/misleading-requests.ts";
import {
  ABSENT_IDS,
  aliasPairs,
  type Ids,
  partOfPairs,
  type RequestPair,
  requestPairs,
  requestWith,
} from "../isolation/requests.ts";
import { createTenantData } from "../isolation/tenant-data.ts";
import { visibleAnswer } from "../isolation/visible-answer.ts";
import { eventually } from "../support/poll.ts";

const OTHER_KEYS = keysWithoutAccess();
/** The owner's key meets every spelling; of the other keys, each meets another part. `npm run fuzz` draws from all. */
const PARTS = Object.keys(OTHER_KEYS).length;
const operationsWithProjectQuery = [...operations.values()].filter(({ parameters }) =>
  parameters.some(({ name, location }) => name === "project_id" && location === "query"),
);
/** The operations that name something; the others are about the caller. */
const namingOperations = privateOperations.filter((operation) => idParameters(operation).length > 0);
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const { direct, nodes = [] } = target;
const ours = new Client({ base: direct, direct, nodes });
const theirs = new Client({ base: direct, direct, nodes }, target.otherTenant);
let ownIds: Ids;
let foreignIds: Ids;

before(async () => {
  if (needs("tenants").skip !== false) return;
  [ownIds, foreignIds] = await Promise.all([
    createTenantData(direct, target.tenant, environmentOf(target)),
    createTenantData(direct, target.otherTenant, environmentOf(target)),
  ]);
});
after(() => agent.destroy());

/** Repeats what a busy machine has no time for: it answers few lists at once. */
async function fingerprint(operation: OperationId, options: RequestOptions): Promise<string> {
  return eventually("the service has time", async () => {
    const { raw } = await ours.request(operation, options, agent);
    return raw.status !== 503 && visibleAnswer(raw);
  });
}

async function assertAlike(id: OperationId, key: string | null, pairs: readonly RequestPair[]): Promise<void> {
  assert.ok(pairs.length > 0, `${id} has requests`);
  const differing = pairs.map(async ({ title, foreign, absent }) => {
    const answers = await Promise.all([foreign, absent].map((options) => fingerprint(id, { key, ...options })));
    return answers[0] === answers[1] ? [] : [{ title, foreign: answers[0], absent: answers[1] }];
  });
  assert.deepEqual((await Promise.all(differing)).flat(), []);
}

describe("projects and organizations that do not exist", needs("state"), () => {
  for (const operation of namingOperations) {
    const isTokenNamed = operation.hasTokenParameter;
    test(`${operation.id}: ${isTokenNamed ? 401 : 404}`, async () => {
      const expected = isTokenNamed ? ([401, "invalid_api_key", null] as const) : ([404, "not_found", null] as const);
      await ours.expectError(operation.id, expected, requestWith(operation, ABSENT_IDS));
    });
  }
});

/** Neither tenant has groups. */
const isMissingGroup = ({ id }: Operation, status: number) => id === "groups_find_retrieve" && status === 404;
const UNKNOWN = /"detail":"\w+ is not (allowed|supported|a parameter)/;

describe("tenants are isolated", needs("tenants"), () => {
  test("there are operations to try, and all that must be known of them is known", () => {
    assert.ok(privateOperations.length > 0);
    assert.deepEqual(privateOperations.flatMap(missingKnowledge), []);
  });

  for (const operation of namingOperations) {
    test(`${operation.id}: foreign ids are answered like absent ones`, () =>
      assertAlike(operation.id, target.tenant.personalApiKey, requestPairs(operation, ownIds, foreignIds)));

    for (const [index, [name, key]] of Object.entries(OTHER_KEYS).entries()) {
      test(`${operation.id}: with ${name}, foreign ids are answered like absent ones`, () => {
        const pairs = requestPairs(operation, ownIds, foreignIds);
        return assertAlike(operation.id, key, partOfPairs(pairs, index, PARTS));
      });
    }

    test(`${operation.id}: aliases name nothing`, () =>
      assertAlike(operation.id, target.tenant.personalApiKey, aliasPairs(operation, ownIds)));
  }

  for (const { id } of operationsWithProjectQuery) {
    test(`${id}: a personal key reaches no foreign project`, async () => {
      const pairs = projectPairs(foreignIds.project, target.tenant.personalApiKey);
      await assertAlike(id, null, pairs);
      await ours.expectError(id, [400, "invalid_project", "project_id"], pairs[0]?.foreign);
    });
  }

  test("foreign ids in undeclared places are ignored or refused", async () => {
    const { project, flag, annotation, member, action, cohort, experiment, share, scheduledChange } = foreignIds;
    const { subscription } = foreignIds;
    const counted = [
      project,
      flag,
      annotation,
      member,
      action,
      cohort,
      experiment,
      share,
      scheduledChange,
      subscription,
    ];
    const secrets = Object.values(foreignIds).filter((id) => !counted.includes(id));
    for (const operation of privateOperations.filter(({ method }) => method !== "DELETE")) {
      const options = requestNaming(foreignIds, operation, ownIds);
      const { status, raw } = await ours.request(operation.id, options);
      // there are several organizations, and keys add no passkeys
      const isLink = ["invites_link_create", "passkeys_create"].includes(operation.id) && status === 403;
      const isUnknown = status === 400 && UNKNOWN.test(String(raw.bytes));
      assert.ok(
        [200, 201, 202].includes(status) || isUnknown || isLink || isMissingGroup(operation, status),
        `${operation.id} is answered with ${status}: ${raw.bytes}`,
      );
      assert.deepEqual(
        secrets.filter((id) => raw.bytes.includes(id)),
        [],
        operation.id,
      );
    }
  });

  test("the other tenant's data is unchanged, and its owner's requests succeed", async () => {
    const recording = { path: { id: foreignIds.recording } };
    const { id, person, pinned_count } = await theirs.expectStatus("session_recordings_retrieve", 200, recording);
    assert.deepEqual([id, person?.uuid, pinned_count], [foreignIds.recording, foreignIds.person, "0"]);
    const { results } = await theirs.expectStatus("invites_list", 200);
    assert.deepEqual(
      results.map((invite) => invite.id),
      [foreignIds.invite],
    );
    // a project is deleted once
    const once = privateOperations.filter(({ id }) => id !== "organization_projects_destroy");
    for (const operation of deletingLast(once)) {
      const { status, body } = await theirs.request(operation.id, requestWith(operation, foreignIds));
      // there are several organizations, and keys add no passkeys
      const isLink = ["invites_link_create", "passkeys_create"].includes(operation.id) && status === 403;
      // the question, or the flag, of the example
      const names = ["alerts_create", "subscriptions_create", "scheduled_changes_create", "feature_flags_copy"];
      const isWithoutQuestion = names.includes(operation.id) && status === 400;
      assert.ok(
        isLink || isWithoutQuestion || isMissingGroup(operation, status) || (status >= 200 && status < 300),
        `${operation.id} is answered with ${status}: ${JSON.stringify(body)}`,
      );
    }
  });
});
