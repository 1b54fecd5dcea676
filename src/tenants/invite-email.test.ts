import assert from "node:assert/strict";
import { test } from "node:test";
import { renderInviteEmail } from "./invite-email.ts";
import type { InviteView } from "./invites.ts";

const ACME = { id: "o", name: "Acme", createdAt: 0 };
const LINK = { serviceUrl: "https://sightline.example.com/", secret: "inv_x" };
const INVITE: InviteView = {
  id: "i",
  organizationId: "o",
  targetEmail: "cleo@example.com",
  firstName: "Cleo",
  message: "Join us\nFrom: the bank",
  emailingAttemptMade: false,
  createdBy: {
    id: 1,
    uuid: "u",
    distinctId: "d",
    email: "ada@example.com",
    firstName: "Ada",
    isEmailVerified: false,
    createdAt: 0,
  },
  createdAt: 0,
  updatedAt: 0,
  expiresAt: Date.UTC(2026, 0, 4, 10, 30),
  secretHash: null,
  level: "member" as const,
  isExpired: false,
};

test("a mail names the inviter, the organization, the service, the message and the expiry", () => {
  const { subject, text, html } = renderInviteEmail(INVITE, ACME, LINK);
  assert.equal(subject, "Ada (ada@example.com) invites you to Acme on Sightline");
  assert.match(text, /^Hello Cleo,\n/);
  assert.match(text, /Ada \(ada@example\.com\) invites you to the organization Acme/);
  assert.match(text, /^https:\/\/sightline\.example\.com\/invites\/inv_x$/m);
  assert.match(html, /<a href="https:\/\/sightline\.example\.com\/invites\/inv_x">/);
  assert.match(text, /^> Join us\n> From: the bank$/m);
  assert.match(text, /until 2026-01-04 10:30 UTC/);
});

test("absent fields leave no trace", () => {
  const bare = { ...INVITE, firstName: "", message: "", createdBy: { ...INVITE.createdBy, firstName: "" } };
  const { subject, text } = renderInviteEmail(bare, ACME, { ...LINK, serviceUrl: "" });
  assert.equal(subject, "ada@example.com invites you to Acme on Sightline");
  assert.match(text, /^Hello,\n/);
  assert.doesNotMatch(text, /> |http|undefined/);
  assert.match(text, /open this path at the address of the service:\n\n\/invites\/inv_x\n/);
});

test("a made-up address of the inviter is not shown", () => {
  const subjectOf = (firstName: string) => {
    const createdBy = { ...INVITE.createdBy, firstName, email: "owner-1@sightline.invalid" };
    return renderInviteEmail({ ...INVITE, createdBy }, ACME, LINK).subject;
  };
  assert.equal(subjectOf("Ada"), "Ada invites you to Acme on Sightline");
  assert.equal(subjectOf(""), "A member invites you to Acme on Sightline");
});

test("user input is escaped in the HTML part", () => {
  const markup = `<script>alert("1")</script>&amp;'`;
  const { html } = renderInviteEmail(
    { ...INVITE, firstName: markup, message: markup },
    { ...ACME, name: markup },
    LINK,
  );
  assert.doesNotMatch(html, /<script/);
  assert.match(html, /&lt;script&gt;alert\(&quot;1&quot;\)&lt;\/script&gt;&amp;amp;&#39;/);
});

test("names are cut to one line of limited length, without control and direction characters", () => {
  const name = `A\r\nB\u0000C\u202ED${"x".repeat(500)}`;
  const { subject } = renderInviteEmail(INVITE, { ...ACME, name }, LINK);
  assert.match(subject, /to A B C D/);
  assert.ok(subject.length < 200);
  assert.doesNotMatch(subject, /[\p{Cc}\p{Cf}]/u);
});

test("every line of the message is quoted", () => {
  const { text } = renderInviteEmail({ ...INVITE, message: "a\r\nb\rc\u2028d\n\nYours, Sightline" }, ACME, LINK);
  assert.match(text, /^> a\n> b\n> c\n> d\n> \n> Yours, Sightline$/m);
});
