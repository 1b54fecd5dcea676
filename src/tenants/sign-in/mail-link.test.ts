import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { openInviteEnvironment } from "../../../test/support/test-invite-environment.ts";
import { openMailServer } from "../../../test/support/test-mail-server.ts";
import type { Records } from "../../store/ports/records.ts";
import { type LinkOutcome, mailSignInLink } from "./links.ts";

test("whose an address is, is looked up after the answer, and before the service has stopped", async (t) => {
  const { store, withMailer, warnings } = await openInviteEnvironment(t);
  const server = await openMailServer(t);
  const { mailer, now, logger } = withMailer({ smtpUrl: server.url });
  assert.ok(mailer);
  const steps: string[] = [];
  const tenants = {
    organizationsOf: store.tenants.organizationsOf,
    findUserByEmail: (email: string) => {
      steps.push(`look up ${email}`);
      if (email === "broken@example.com") throw new Error("The store has gone.");
      return store.tenants.findUserByEmail(email);
    },
  };
  const outcomes: LinkOutcome[] = [];
  const onOutcome = (outcome: LinkOutcome) => void outcomes.push(outcome);
  const { records } = store;
  const ask = async (email: string) => {
    await mailSignInLink(email, { records, tenants, mailer, logger, now, onOutcome });
    steps.push(`answer ${email}`);
  };
  await Promise.all(["ada@example.com", "stranger@example.com"].map(ask));
  assert.deepEqual(steps, ["answer ada@example.com", "answer stranger@example.com"]);
  await mailer.close();
  assert.deepEqual(outcomes.toSorted(), ["mailed", "no_member"]);
  assert.deepEqual(
    server.mails.map(({ to }) => to),
    [["ada@example.com"]],
  );
  await ask("broken@example.com");
  await mailer.close();
  assert.deepEqual([outcomes.at(-1), warnings.length], ["failed", 1]);
});

test("of many links asked for at once, five are mailed", async (t) => {
  const { store, withMailer } = await openInviteEnvironment(t);
  const server = await openMailServer(t);
  const { mailer, now, logger } = withMailer({ smtpUrl: server.url });
  assert.ok(mailer);
  const outcomes: LinkOutcome[] = [];
  const onOutcome = (outcome: LinkOutcome) => void outcomes.push(outcome);
  const { tenants } = store;
  const records: Records = {
    ...store.records,
    insert: (kind, record) => nextTurn().then(() => store.records.insert(kind, record)),
  };
  const ask = () => mailSignInLink("ada@example.com", { records, tenants, mailer, logger, now, onOutcome });
  await Promise.all(Array.from({ length: 12 }, ask));
  await mailer.close();
  assert.deepEqual(outcomes.toSorted(), [...Array(5).fill("mailed"), ...Array(7).fill("too_many")]);
  assert.equal(server.mails.length, 5);
});
