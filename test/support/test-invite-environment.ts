import type { TestContext } from "node:test";
import type { InvitePorts } from "../../src/tenants/invites.ts";
import type { Caller } from "../../src/tenants/keyring.ts";
import { type MailerOptions, newMailer } from "../../src/tenants/mailer.ts";
import { setUp } from "../../src/tenants/setup.ts";
import { openTestStore } from "./engines/test-store.ts";

/** Opens a store with two organizations, callers of both, a clock that the test controls, and collected warnings. */
export async function openInviteEnvironment(test: TestContext) {
  const { store } = await openTestStore(test);
  const clock = { now: 1_700_000_000_000 };
  const ours = await setUp(store, { organization: "Acme", email: "ada@example.com", member: "bob@example.com" });
  const theirs = await setUp(store, { organization: "Others", email: "eve@example.com" });
  const warnings: object[] = [];
  const logger = { warn: (fields: object, message: string) => void warnings.push({ ...fields, message }) };
  const ports: InvitePorts = {
    ...store,
    mailer: null,
    logger,
    now: () => clock.now,
    expirySeconds: 3 * 86_400,
    limits: { perHour: 0, repeatMs: 0 },
  };
  const callerOf = (userId: number, readOnly = false): Caller => ({ userId, keyId: "test", readOnly });
  const withMailer = (options: Pick<MailerOptions, "smtpUrl"> & Partial<MailerOptions>): InvitePorts => {
    const mailer = newMailer({
      from: "Sightline <sightline@example.com>",
      serviceUrl: "",
      logger,
      onFailure: () => undefined,
      maxWaitMs: 60_000,
      ...options,
    });
    test.after(() => mailer.close(0));
    return { ...ports, mailer };
  };
  return {
    store,
    clock,
    ports,
    withMailer,
    warnings,
    organization: ours.organization,
    organizationId: ours.organization.id,
    ada: callerOf(ours.owner.user.id),
    reader: callerOf(ours.owner.user.id, true),
    eve: callerOf(theirs.owner.user.id),
    inviter: ours.owner.user,
  };
}
