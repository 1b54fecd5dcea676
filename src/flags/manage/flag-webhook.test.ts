import assert from "node:assert/strict";
import { createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { signedHeaders } from "../../lib/signed-webhook.ts";
import type { FlagChange } from "./edit-flags.ts";
import { FlagWebhook, type WebhookOptions } from "./flag-webhook.ts";

const DEFINITION = {
  key: "hero",
  name: "Hero",
  active: true,
  ensure_experience_continuity: false,
  filters: { groups: [] },
};
const changeTo = (version: number): FlagChange => ({
  projectId: "7",
  flag: {
    ...{ key: "hero", number: 3, version, deleted: false, createdAt: 1, createdBy: 1, updatedAt: 2 },
    definition: JSON.stringify(DEFINITION),
  },
  activity: {
    ...{
      projectId: "7",
      id: randomUUID(),
      sequence: 2000,
      at: 2,
      userId: 1,
      activity: "updated",
      scope: "FeatureFlag",
    },
    ...{ itemId: "3", shortId: null, name: "hero", revision: version, hasMore: false },
    changes: JSON.stringify([{ path: "name", before: "x", after: "Hero" }]),
  },
});

/** Starts a receiver that answers with these statuses in turn, the last one from then on. */
async function openReceiver(t: TestContext, statuses: readonly number[], options: Partial<WebhookOptions> = {}) {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const status = statuses[Math.min(received.length, statuses.length - 1)] ?? 200;
    received.push({ headers: request.headers, body: await text(request) });
    response.writeHead(status, { location: "/elsewhere" }).end("x".repeat(100_000));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => new Promise((resolve) => server.close(resolve)));
  const failures: object[] = [];
  const webhook = new FlagWebhook({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    secret: "s3cret",
    allowsPrivate: true,
    logger: { warn: (fields) => void failures.push(fields) },
    onFailure: () => undefined,
    backoff: { initialMs: 1 },
    ...options,
  });
  t.after(() => webhook.close(0));
  return { received, failures, webhook };
}

test("a change is announced, signed, and repeated with the same id until it is taken", async (t) => {
  const { received, failures, webhook } = await openReceiver(t, [500, 302, 204]);
  webhook.announce(changeTo(2));
  webhook.announce(changeTo(3));
  await webhook.close(60_000);
  assert.deepEqual(
    received.map(({ headers }) => headers["webhook-id"]),
    ["flag_7_3_2", "flag_7_3_2", "flag_7_3_2", "flag_7_3_3"],
  );
  const [{ headers, body } = assert.fail()] = received;
  assert.deepEqual(JSON.parse(body), {
    type: "feature_flag.updated",
    timestamp: "1970-01-01T00:00:00.002Z",
    data: {
      ...{ project_id: "7", id: 3, key: "hero", name: "Hero", active: true, deleted: false, version: 2 },
      ...{ actor: "user", user_id: 1, changes: [{ path: "name", before: "x", after: "Hero" }] },
    },
  });
  const seconds = headers["webhook-timestamp"];
  const signature = createHmac("sha256", "s3cret").update(`flag_7_3_2.${seconds}.${body}`).digest("base64");
  assert.equal(headers["webhook-signature"], `v1,${signature}`);
  assert.deepEqual(failures, []);
});

test("a change that is refused again and again is reported, and the next one announced", async (t) => {
  const { received, failures, webhook } = await openReceiver(t, [...Array(6).fill(500), 200]);
  webhook.announce(changeTo(2));
  webhook.announce(changeTo(3));
  await webhook.close(60_000);
  assert.equal(received.length, 7);
  assert.deepEqual(failures, [{ project: "7", flag: "hero", version: 2, reason: "the response has status 500" }]);
});

test("what waits is bounded, and dropped when there is no more time", async (t) => {
  const { received, failures, webhook } = await openReceiver(t, [500], { backoff: { initialMs: 60_000 } });
  for (let version = 1; version <= 1010; version++) webhook.announce(changeTo(version));
  assert.equal(failures.length, 9, "one of them is being sent");
  await webhook.close(0);
  assert.equal(failures.length, 1010);
  assert.ok(received.length <= 1);
});

test("a private address is refused unless it is allowed", async (t) => {
  const { received, failures, webhook } = await openReceiver(t, [200], { allowsPrivate: false });
  webhook.announce(changeTo(2));
  await webhook.close(60_000);
  assert.deepEqual([received.length, failures.length], [0, 1]);
});

test("a secret of Standard Webhooks is base64", () => {
  // The example of the specification's reference libraries.
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const headers = signedHeaders("msg_p5jXN8AQM9LWM0D4loKWxJek", '{"test": 2432232314}', secret, 1614265330);
  assert.equal(headers["webhook-signature"], "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});

test("what waits has a bounded size", async (t) => {
  const { failures, webhook } = await openReceiver(t, [200]);
  const large = "x".repeat(100_000);
  for (let version = 1; version <= 100; version += 1) {
    const change = changeTo(version);
    const changes = JSON.stringify([{ path: "name", before: "", after: large }]);
    webhook.announce({ ...change, activity: { ...change.activity, changes } });
  }
  assert.equal(failures.length, 100 - 1 - Math.floor((8 * 1024 * 1024) / 100_300));
});
