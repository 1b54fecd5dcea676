import type Router from "@koa/router";
import type { RouterContext } from "@koa/router";

import type { components } from "../../../generated/openapi.ts";
import { escapeHtml } from "../../lib/escape-html.ts";
import { nameUser } from "../../tenants/email.ts";
import { answer } from "../answer.ts";
import { findRoute, type Route } from "../contract/routes.ts";
import type { NegotiableRequest } from "../http-message.ts";
import { renderError } from "../render-error.ts";
import type { RespondPorts } from "../respond.ts";
import { PLAIN_PAGE_POLICY, renderPlainPage } from "./plain-page.ts";

type Schemas = components["schemas"];

const MAX_FORM_BYTES = 4096;

/** Adds the page that accepts an invite if there is no console: a form without scripts. */
export function addInvitePage(
  router: Router,
  toRequest: (ctx: RouterContext) => NegotiableRequest,
  ports: RespondPorts,
): void {
  const show = (ctx: RouterContext) => call<Schemas["OpenInvite"]>("GET", ctx, toRequest(ctx), undefined, ports);

  router.get("/invites/:secret", (ctx) =>
    sendPage(ctx, ports, async () => ({ status: 200, html: renderInviteForm(await show(ctx)) })),
  );

  router.post("/invites/:secret", (ctx) =>
    sendPage(ctx, ports, async () => {
      const request = toRequest(ctx);
      const first_name = await readFirstName(request, ports);
      try {
        const accepted = await call<Schemas["AcceptedInvite"]>("POST", ctx, request, { first_name }, ports);
        const serviceUrl = request.url.slice(0, -request.path.length);
        return { status: 200, html: renderAccepted(accepted, serviceUrl) };
      } catch (error) {
        const { status, body } = renderError(error);
        if (status !== 400) throw error;
        const invite = { ...(await show(ctx)), first_name };
        return { status, html: renderInviteForm(invite, body.detail) };
      }
    }),
  );
}

async function readFirstName(request: NegotiableRequest, { bodyLimits: { memory } }: RespondPorts): Promise<string> {
  const bytes = await request.readBytes({ limit: MAX_FORM_BYTES, memory });
  memory.release(bytes.byteLength);
  return new URLSearchParams(Buffer.from(bytes).toString("utf8")).get("first_name")?.trim() ?? "";
}

async function call<Body>(
  method: "GET" | "POST",
  ctx: RouterContext,
  request: NegotiableRequest,
  json: unknown,
  ports: RespondPorts,
): Promise<Body> {
  const path = `/api/invites/${encodeURIComponent(ctx.params.secret ?? "")}`;
  const route = findRoute(method, path) as Route;
  const reply = await answer(route, { ...request, method, path, readJson: async () => json }, ports);
  return reply.body as Body;
}

/** Sends the page. A refusal becomes a page too; a fault of the service is thrown. */
async function sendPage(
  ctx: RouterContext,
  { log }: Pick<RespondPorts, "log">,
  render: () => Promise<{ status: number; html: string }>,
): Promise<void> {
  const { status, html } = await render().catch((error: unknown) => {
    const rendered = renderError(error);
    if (rendered.status === 500) throw error;
    if (rendered.cause !== undefined)
      log.warn({ status: rendered.status, err: rendered.cause }, "an invite cannot be shown");
    ctx.set(rendered.headers);
    return { status: rendered.status, html: renderProblem(rendered.status, rendered.body.detail) };
  });
  ctx.status = status;
  ctx.type = "text/html";
  ctx.set("Content-Security-Policy", PLAIN_PAGE_POLICY);
  ctx.set("Referrer-Policy", "no-referrer");
  ctx.set("Cache-Control", "no-store");
  ctx.body = html;
}

function renderProblem(status: number, detail: string): string {
  if (status !== 404) return renderPlainPage("Please try again later", `<p>${escapeHtml(detail)}</p>`);
  const reason = "<p>It has expired, was used already, or was withdrawn. Ask for a new one.</p>";
  return renderPlainPage("This invite cannot be accepted", reason);
}

/** Asks for the name. `error` says what is wrong with the name just sent. */
function renderInviteForm(invite: Schemas["OpenInvite"], error?: string): string {
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
