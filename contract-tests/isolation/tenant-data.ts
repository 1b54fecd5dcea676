import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { exchange } from "../client/exchange.ts";
import { createSignInToken } from "../services/sightline-cli.ts";
import type { TestEnvironment } from "../services/test-environment.ts";
import { Authenticator } from "../support/authenticator.ts";
import { eventually } from "../support/poll.ts";
import { rrwebEventFactory, snapshotBody } from "../support/rrweb-events.ts";
import type { Tenant } from "../target-description.ts";
import type { Ids } from "./requests.ts";

/** Creates something of each kind for a tenant of the service at `base`, and returns the ids of all. */
export async function createTenantData(base: string, tenant: Tenant, environment: TestEnvironment): Promise<Ids> {
  const { organizationId: organization, projectId: project, projectApiKey: token, personalApiKey } = tenant;
  const send = async (method: string, path: string, json?: object) => {
    const isPrivate = path.startsWith("/api/");
    const headers = {
      "content-type": "application/json",
      ...(isPrivate && { authorization: `Bearer ${personalApiKey}` }),
    };
    const { status, bytes } = await exchange(base, { method, path, headers, body: json && JSON.stringify(json) });
    return { status, body: JSON.parse(bytes.toString()) };
  };
  const create = async (path: string, json: object) => {
    const { status, body } = await send("POST", path, json);
    assert.ok(status < 300, `POST ${path} was answered with ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const inOrganization = `/api/organizations/${organization}`;
  const inProject = `/api/projects/${project}`;

  const [recording, distinctId, event] = [randomUUID(), randomUUID(), randomUUID()];
  await create("/capture/", { api_key: token, event: "seen", distinct_id: distinctId, uuid: event });
  const thrown = { event: "$exception", properties: { $exception_fingerprint: randomUUID() } };
  await create("/capture/", { api_key: token, distinct_id: distinctId, ...thrown });
  const events = [rrwebEventFactory(Date.now()).mouse(0, 2)];
  const snapshot = snapshotBody(token, { sessionId: recording, distinctId }, events);
  await create("/capture/", { ...snapshot, $set: { plan: "pro" } });
  const invite = await create(`${inOrganization}/invites`, { target_email: `${randomUUID()}@guests.example` });
  const flag = await create(`${inProject}/feature_flags`, {
    key: `flag-${randomUUID()}`,
    is_remote_configuration: true,
    filters: { groups: [], payloads: { true: { of: project } } },
  });
  const query = { kind: "HogQLQuery", query: "SELECT {variables.since}" };
  const insight = await create(`${inProject}/insights`, { query, variables: [{ name: "since", type: "Date" }] });
  const dashboard = await create(`${inProject}/dashboards`, { tiles: [{ insight: insight.short_id }] });
  const share = await create(`${inProject}/dashboards/${dashboard.id}/shares`, {});
  const trends = { kind: "TrendsQuery", series: [{ kind: "EventsNode" }] };
  const watched = await create(`${inProject}/insights`, { query: trends });
  const threshold = { configuration: { type: "absolute", bounds: { lower: 1 } } };
  const alert = await create(`${inProject}/alerts`, { insight: watched.id, threshold, enabled: false });
  const sent = { target_type: "webhook", target_value: "https://x.invalid/", frequency: "daily", enabled: false };
  const subscription = await create(`${inProject}/subscriptions`, {
    ...{ ...sent, insight: watched.id, start_date: new Date(Date.now() + 3_600_000).toISOString() },
  });
  const annotation = await create(`${inProject}/annotations`, { content: "Release" });
  const action = await create(`${inProject}/actions`, { name: "Books", steps: [{ event: "book" }] });
  const cohort = await create(`${inProject}/cohorts`, { name: "Guests", is_static: true });
  const launched = { name: "Form", feature_flag_key: randomUUID(), start_date: "2026-03-10T09:00:00Z" };
  const experiment = await create(`${inProject}/experiments`, launched);
  const asked = { name: "Ride", type: "popover", questions: [{ type: "open", question: "How was it?" }] };
  const survey = await create(`${inProject}/surveys`, asked);
  const offered = { name: "Group bookings", stage: "beta", feature_flag_id: flag.id };
  const earlyAccess = await create(`${inProject}/early_access_feature`, offered);
  const planned = { operation: "update_status", value: false };
  const scheduledChange = await create(`${inProject}/scheduled_changes`, {
    ...{ record_id: String(flag.id), model_name: "FeatureFlag", payload: planned },
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const schema = { event: randomUUID(), schema: { type: "object" } };
  const eventSchema = await create(`${inProject}/event_schemas`, schema);
  const key = await create("/api/users/@me/keys", { label: "test" });
  const projectKey = await create(`${inProject}/keys`, { label: "test" });
  const { body: members } = await send("GET", `${inOrganization}/members`);
  const person = await eventually("the recording and its person are stored", async () => {
    const { body } = await send("GET", `${inProject}/session_recordings/${recording}`);
    return body.person?.uuid as string | undefined;
  });
  await eventually("the event is stored", async () => {
    return (await send("GET", `${inProject}/events/${event}`)).status === 200;
  });
  const errorIssue = await eventually("the exception is an issue", async () => {
    return (await send("GET", `${inProject}/error_tracking/issues`)).body.results[0]?.id as string | undefined;
  });
  const signInToken = await createSignInToken(environment, tenant.details?.email ?? "");
  const session = await create("/api/sessions", { token: signInToken });
  const passkey = await addPasskey(base, await createSignInToken(environment, tenant.details?.email ?? ""));
  const { body: erasing } = await send("DELETE", `${inProject}/persons/${randomUUID()}`);
  const created = {
    invite: invite.id,
    flag: String(flag.id),
    key: key.id,
    member: String(members.results.at(-1).user.id),
  };
  const noted = {
    eventSchema: eventSchema.id,
    alert: alert.id,
    subscription: String(subscription.id),
    annotation: String(annotation.id),
    action: String(action.id),
    cohort: String(cohort.id),
    experiment: String(experiment.id),
    survey: survey.id,
    earlyAccess: earlyAccess.id,
    errorIssue,
    scheduledChange: String(scheduledChange.id),
    share: String(share.id),
  };
  const saved = { insight: insight.short_id, dashboard: String(dashboard.id), ...noted };
  return {
    organization,
    project,
    token,
    recording,
    distinctId,
    event,
    person,
    erasure: erasing.id,
    session: session.id,
    passkey,
    projectKey: projectKey.id,
    ...created,
    ...saved,
  };
}

/** Adds a passkey of the user whom the token signs in, and returns its id. */
async function addPasskey(base: string, token: string): Promise<string> {
  const post = async (path: string, json: object, cookie = "") => {
    const headers = {
      "content-type": "application/json",
      "x-sightline-console": "1",
      "sec-fetch-site": "same-origin",
      ...(cookie && { cookie }),
    };
    const answer = await exchange(base, { method: "POST", path, headers, body: JSON.stringify(json) });
    assert.equal(answer.status, 201, answer.bytes.toString());
    return { body: JSON.parse(answer.bytes.toString()), cookie: String([answer.headers["set-cookie"]].flat()[0]) };
  };
  const { cookie } = await post("/api/sessions", { token });
  const { body } = await post("/api/sign_in/challenge", {});
  const passkey = new Authenticator({ baseUrl: base }).register(body.challenge);
  return (await post("/api/users/@me/passkeys", passkey, cookie.split(";")[0])).body.id;
}
