import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, test } from "node:test";
import { directClient, type RequestOptions } from "../client/contract-client.ts";
import { environmentOf, target, tenantDetails } from "../client/target.ts";
import { type Operation, operations } from "../contract/contract-document.ts";
import { requestExamples } from "../contract/request-examples.ts";
import { createSignInToken } from "../services/sightline-cli.ts";

const client = directClient(); // a proxy parses bodies itself
const { projectApiKey, personalApiKey, projectId } = target.tenant;
const SKIP_REASONS: Partial<Record<typeof target.kind, string>> = {
  url: "what they create would remain",
  sandbox: "it has the examples as data, which cannot be created again",
};
let signInToken = "sit_unknown";
/** What other suites do not ask. */
let unusedProject = projectId;
/** A saved question about trends: that of the examples, or one of the service. */
let insight = 159_695_193_230_425;
let dashboard = 48_213;
let flag = { id: 7, key: "new-checkout" };
before(async () => {
  if (target.kind !== "server") return;
  const filters = { groups: [] };
  flag = await client.expectStatus("feature_flags_create", 201, { json: { key: randomUUID(), filters } });
  dashboard = (await client.expectStatus("dashboards_create", 201, { json: { name: "Shop" } })).id;
  const { email } = tenantDetails(target.tenant);
  const query = { kind: "TrendsQuery", series: [{ kind: "EventsNode" }] } as const;
  insight = (await client.expectStatus("insights_create", 201, { json: { query } })).id;
  const newToken = () => createSignInToken(environmentOf(target), email);
  const { headers } = await client.request("sessions_create", { json: { token: await newToken() } });
  const cookie = String([headers["set-cookie"]].flat()[0]).split(";")[0] ?? "";
  const console = { cookie, "x-sightline-console": "1", "sec-fetch-site": "same-origin" };
  await client.expectStatus("users_me_partial_update", 200, { key: null, headers: console, json: { password } });
  signInToken = await newToken();
  unusedProject = String((await client.expectStatus("projects_create", 201, { json: { name: "Unused" } })).id);
});
const password = "seven boats in the harbor";
const skip = SKIP_REASONS[target.kind] ?? false;

/** Replaces keys, projects, addresses and tokens of links by those of the target. */
function adapt(value: unknown): unknown {
  const text = JSON.stringify(value)
    .replaceAll(/\bphc_\w+/g, projectApiKey)
    .replaceAll(/\bphx_\w+/g, personalApiKey)
    .replaceAll(/\bsit_\w+/g, signInToken)
    .replaceAll('"insight":159695193230425', `"insight":${insight}`)
    .replaceAll('"dashboard":48213', `"dashboard":${dashboard}`)
    .replaceAll('"record_id":"7"', `"record_id":"${flag.id}"`)
    .replaceAll(
      /"feature_flag_key":"[^"]+","from_project":1/g,
      `"feature_flag_key":"${flag.key}","from_project":${projectId}`,
    )
    .replaceAll('"subscribed_users":[1]', `"subscribed_users":[${target.tenant.details?.userId ?? 1}]`)
    .replaceAll('"project_id":"1"', `"project_id":"${projectId}"`)
    .replaceAll(/"email":"[^"]+"(?=,"password")/g, (text) => {
      const { details } = target.tenant;
      return details ? `"email":"${details.email}"` : text;
    })
    .replaceAll(/\w+@fjordbikes\.example/g, () => `${randomUUID()}@guests.example`);
  return JSON.parse(text);
}

/** Returns the key for bodies without one. One within an encoded form is the example's: the header precedes it. */
function bearerFor(
  { isPrivate, bodyExamples, hasTokenParameter, hasRequestBody }: Operation,
  { text, query }: RequestOptions,
): Pick<RequestOptions, "key" | "query"> {
  if (hasTokenParameter && !hasRequestBody && typeof query === "object")
    return { query: { token: projectApiKey, ...query } };
  const hasKey = /ph[cx]_/.test(JSON.stringify(bodyExamples));
  return isPrivate || (hasKey && typeof text !== "string") ? {} : { key: projectApiKey };
}

/** Returns the path of another project than ours for what changes or removes one. */
function ofOtherProject(id: string): Pick<RequestOptions, "path"> {
  if (id.endsWith("projects_destroy")) return { path: { project_id: "999999" } };
  return id.endsWith("projects_partial_update") ? { path: { project_id: unusedProject } } : {};
}

describe("request examples of the document are accepted", { skip }, () => {
  for (const operation of operations.values()) {
    const isStream = operation.responses.get(200)?.bodies.some(({ mediaType }) => mediaType === "text/event-stream");
    if (isStream) continue; // which does not end
    if (/^(sessions_passkey|passkeys)_create$/.test(operation.id)) continue; // only an authenticator makes what counts
    test(operation.id, async () => {
      for (const { title, options } of requestExamples(operation, adapt)) {
        const adapted = { ...options, ...ofOtherProject(operation.id), ...bearerFor(operation, options) };
        const { status, raw } = await client.request(operation.id, adapted);
        // A service has other recordings and files than the examples.
        const isAccepted = status < 400 || (target.kind === "server" && status === 404);
        assert.ok(isAccepted, `${title} was answered with ${status}: ${raw.bytes.toString().slice(0, 500)}`);
      }
    });
  }
});
