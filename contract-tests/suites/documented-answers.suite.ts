import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Client, type RequestOptions } from "../client/contract-client.ts";
import { target } from "../client/target.ts";
import { eventOperations, operations } from "../contract/contract-document.ts";

const client = new Client();
const bodies: Record<string, unknown> = {
  capture: { event: "x", distinct_id: "x" },
  batch: { batch: [] },
  analytics_events: { batch: [] },
  decide: { distinct_id: "x" },
  flags: { distinct_id: "x" },
  ofrep_evaluate_flags: { context: { targetingKey: "x" } },
  ofrep_evaluate_flag: { context: { targetingKey: "x" } },
  feature_flags_create: { key: "new-checkout", filters: { groups: [] } },
  feature_flags_partial_update: { active: false },
  query_create: { query: { kind: "HogQLQuery", query: "SELECT 1" } },
  insights_create: { query: { kind: "HogQLQuery", query: "SELECT 1" } },
  insights_partial_update: { name: "Orders" },
  dashboards_create: { name: "Shop" },
  dashboards_partial_update: { name: "Shop" },
  actions_create: { name: "Books" },
  actions_partial_update: { deleted: true },
  experiments_create: { name: "Form", feature_flag_key: "x" },
  experiments_partial_update: { deleted: true },
  cohorts_create: { name: "Guests", is_static: true },
  cohorts_partial_update: { deleted: true },
  cohorts_persons_add: { distinct_ids: ["x"] },
  cohorts_person_remove: { person_id: "x" },
  surveys_create: { name: "Ride", type: "popover", questions: [{ type: "open", question: "How was it?" }] },
  surveys_partial_update: { archived: true },
  early_access_feature_create: { name: "Group bookings", stage: "beta" },
  early_access_feature_partial_update: { stage: "alpha" },
  feature_flags_copy: { feature_flag_key: "new-checkout", from_project: 1, target_project_ids: [2] },
  scheduled_changes_create: {
    ...{ record_id: "7", model_name: "FeatureFlag", payload: { operation: "update_status", value: true } },
    scheduled_at: "2026-03-16T07:00:00Z",
  },
  dashboards_shares_create: {},
  insights_shares_create: {},
  scheduled_changes_partial_update: { scheduled_at: "2026-03-16T08:00:00Z" },
  alerts_create: { insight: 1, threshold: { configuration: { type: "absolute", bounds: { lower: 1 } } } },
  alerts_partial_update: { enabled: false },
  subscriptions_create: {
    ...{ dashboard: 1, target_type: "email", target_value: "ingrid@fjordbikes.example", frequency: "daily" },
    start_date: "2026-03-16T07:00:00Z",
  },
  subscriptions_partial_update: { enabled: false },
  annotations_create: { content: "Release" },
  annotations_partial_update: { deleted: true },
  error_tracking_issues_partial_update: { status: "resolved" },
  projects_partial_update: { timezone: "Europe/Oslo" },
  organization_projects_partial_update: { timezone: "Europe/Oslo" },
  projects_create: { name: "Rental" },
  event_schemas_create: { event: "order_placed", schema: { type: "object" } },
  event_schemas_partial_update: { version: 1, mode: "refuse" },
  project_keys_create: { label: "website" },
  dead_letters_replay: { reason: "x" },
  feature_flags_evaluate: { distinct_id: "x" },
  feature_flags_preview: { key: "new-checkout", filters: { groups: [] } },
  members_partial_update: { level: "admin" },
  personal_keys_create: { label: "mine" },
  sign_in_link_create: { email: "jonas@fjordbikes.example" },
  sign_in_token_show: { token: "sit_x" },
  sessions_passkey_create: { credential_id: "x", client_data: "x", authenticator_data: "x", signature: "x" },
  passkeys_partial_update: { name: "Laptop" },
  passkeys_create: { name: "Laptop", client_data: "x", authenticator_data: "x", public_key: "x" },
  sessions_password_create: { email: "jonas@fjordbikes.example", password: "seven boats in the harbor" },
  users_me_partial_update: { first_name: "Jonas" },
  organizations_partial_update: { name: "Fjord Bikes" },
  sessions_create: { token: "sit_x" },
  invite_accept: { first_name: "Jonas" },
  invites_create: { target_email: "jonas@fjordbikes.example" },
  mcp_call: { jsonrpc: "2.0", id: 1, method: "ping" },
  invites_bulk_create: [{ target_email: "jonas@fjordbikes.example" }],
};
const skip = target.kind === "prism" ? false : "a real service chooses its responses itself";

describe("documented responses: the mock returns each of them", { skip }, () => {
  for (const { id, responses } of operations.values()) {
    const json = bodies[id] ?? (eventOperations.some((one) => one === id) ? bodies.capture : undefined);
    for (const { status, bodies: contents } of responses.values()) {
      const expectedContents = contents.length === 0 ? [undefined] : contents;
      for (const content of expectedContents) {
        for (const example of content?.examples ?? [undefined]) {
          const type = content?.mediaType ?? "no body";
          test(`${id} ${status} ${type} ${example ?? ""}`.trimEnd(), async () => {
            const prefer = example === undefined ? `code=${status}` : `code=${status}, example=${example}`;
            const headers = { prefer, ...(content && { accept: content.mediaType }) };
            const options: RequestOptions = { headers, ...(json !== undefined && { json }) };
            const response = await client.request(id, options);
            assert.equal(response.status, status);
            if (content) assert.ok(response.headers["content-type"]?.startsWith(content.mediaType), type);
          });
        }
      }
    }
  }
});
