import { createHash } from "node:crypto";
import type { components } from "../../../generated/openapi.ts";
import { escapeHtml } from "../../lib/escape-html.ts";
import { nameUser } from "../../tenants/email.ts";

type Schemas = components["schemas"];

const STYLE = `
body { margin: 0 auto; padding: 1.5rem; max-width: 40rem; font: 1.05rem/1.5 system-ui, sans-serif; color: #1a1a1a;
 background: #fff; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25 }
blockquote { margin: 1rem 0; padding: .1rem 1rem; border-left: .25rem solid #767676; white-space: pre-line }
label { display: block; font-weight: 600 }
input { box-sizing: border-box; width: 100%; max-width: 20rem; padding: .6rem; font: inherit; border: 1px solid #595959;
 border-radius: .25rem }
button { margin-top: 1rem; padding: .7rem 1.4rem; font: inherit; font-weight: 600; color: #fff; background: #1d4ed8;
 border: 0; border-radius: .25rem }
:focus-visible { outline: 3px solid #b45309; outline-offset: 2px }
pre { padding: .8rem; background: #f2f2f2; border-radius: .25rem; white-space: pre-wrap; user-select: all }
.error { color: #b91c1c; font-weight: 600 }
`;

/** The policy of the page: no scripts, nothing from anywhere, and its form goes to the service itself. */
export const INVITE_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** Returns the page that shows an invite and asks for the name. `error` says what is wrong with the name just sent. */
export function renderInviteForm(invite: Schemas["OpenInvite"], error?: string): string {
  const { first_name, email } = invite.invited_by;
  const inviter = escapeHtml(nameUser(first_name, email));
  const until = `${invite.expires_at.slice(0, 16).replace("T", " ")} UTC`;
  return renderPage(
    `Join ${invite.organization.name}`,
    `<p>${inviter} invites <strong>${escapeHtml(invite.target_email)}</strong> to the organization
<strong>${escapeHtml(invite.organization.name)}</strong> on Sightline, which keeps its product analytics.</p>
${invite.message === "" ? "" : `<blockquote>${escapeHtml(invite.message)}</blockquote>`}
<form method="post">
<label for="first_name">Your first name</label>
<input id="first_name" name="first_name" value="${escapeHtml(invite.first_name)}" required maxlength="30"
 autocomplete="given-name"${error === undefined ? "" : ' aria-invalid="true" aria-describedby="error"'}>
${error === undefined ? "" : `<p id="error" role="alert" class="error">${escapeHtml(error)}</p>`}
<div><button>Accept the invite</button></div>
</form>
<p>The invite is valid until ${until}. If you did not expect it, close this page.</p>`,
  );
}

/** Returns the page that shows the new member's key, once. `serviceUrl` is the address for commands. */
export function renderAccepted(accepted: Schemas["AcceptedInvite"], serviceUrl: string): string {
  const { user, organization, projects, personal_api_key: key } = accepted;
  const lead = `<p>You are now a member of <strong>${escapeHtml(organization.name)}</strong>, as
${escapeHtml(user.email)}.</p>`;
  const keyText =
    key === null
      ? `<p>Use a personal API key that you have. If you have none, ask the operator of the service for one.</p>`
      : `<h2 id="key">Your personal API key</h2>
<p>It is shown only now. Keep it like a password.</p>
<pre tabindex="0" aria-labelledby="key">${escapeHtml(key)}</pre>`;
  const commands = [
    ["Show what you have access to", "/api/users/@me"],
    ...projects.map(({ id, name }) => [`List recordings of ${name}`, `/api/projects/${id}/session_recordings`]),
  ].map(([title = "", path = ""]) => {
    const command = `curl '${serviceUrl}${path}' -H 'Authorization: Bearer ${key ?? "YOUR_KEY"}'`;
    return `<h3>${escapeHtml(title)}</h3>\n<pre tabindex="0">${escapeHtml(command)}</pre>`;
  });
  return renderPage(`Welcome to ${organization.name}`, `${lead}\n${keyText}\n<h2>Try it</h2>\n${commands.join("\n")}`);
}

/** Returns the page of a request that was refused, with a sentence that says why. */
export function renderInviteProblem(title: string, detail: string): string {
  return renderPage(title, `<p>${escapeHtml(detail)}</p>`);
}

function renderPage(title: string, content: string): string {
  const text = escapeHtml(title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${text}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${text}</h1>
${content}
</main>
</body>
</html>
`;
}
