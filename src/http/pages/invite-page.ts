import type { components } from "../../../generated/openapi.ts";
import { escapeHtml } from "../../lib/escape-html.ts";
import { nameUser } from "../../tenants/email.ts";
import { renderPlainPage } from "./plain-page.ts";

type Schemas = components["schemas"];

/** Asks for the name. `error` says what is wrong with the name just sent. */
export function renderInviteForm(invite: Schemas["OpenInvite"], error?: string): string {
  const { first_name, email } = invite.invited_by;
  const inviter = escapeHtml(nameUser(first_name, email));
  const until = `${invite.expires_at.slice(0, 16).replace("T", " ")} UTC`;
  return renderPlainPage(
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

/** Shows the new member's key, once. `serviceUrl` is the address for commands. */
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
  return renderPlainPage(
    `Welcome to ${organization.name}`,
    `${lead}\n${keyText}\n<h2>Try it</h2>\n${commands.join("\n")}`,
  );
}

export function renderInviteProblem(title: string, detail: string): string {
  return renderPlainPage(title, `<p>${escapeHtml(detail)}</p>`);
}
