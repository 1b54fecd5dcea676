import assert from "node:assert/strict";
import { test } from "node:test";
import { renderAccepted } from "./invite-router.ts";

/** Returns what a reader of the page sees, line by line. */
function linesOf(html: string): string[] {
  const text = html.replace(/^.*<body>/s, "").replaceAll(/<[^>]*>/g, "");
  return text.split("\n").filter((line) => line !== "");
}

test("the page after an invite shows the key once, and commands for all projects", () => {
  const uuid = "018c6d1e-8f4b-7c3a-9d2e-5f6a7b8c9d0e";
  const accepted = {
    user: { id: 2, uuid, distinct_id: uuid, first_name: "Bo", email: "bo@fjord.example", is_email_verified: true },
    organization: { id: uuid, name: "Fjord" },
    projects: ["Shop", "A & B"].map((name, index) => ({ id: index + 1, name, event_retention_seconds: null })),
    personal_api_key: "phx_1",
    sign_in_token: null,
  };
  const curl = (path: string) => `curl &#39;https://x.example${path}&#39; -H &#39;Authorization: Bearer phx_1&#39;`;
  assert.deepEqual(linesOf(renderAccepted(accepted, "https://x.example")), [
    "Welcome to Fjord",
    "You are now a member of Fjord, as",
    "bo@fjord.example.",
    "Your personal API key",
    "It is shown only now. Keep it like a password.",
    "phx_1",
    "Try it",
    "Show what you have access to",
    curl("/api/users/@me"),
    "List recordings of Shop",
    curl("/api/projects/1/session_recordings"),
    "List recordings of A &amp; B",
    curl("/api/projects/2/session_recordings"),
  ]);
});
