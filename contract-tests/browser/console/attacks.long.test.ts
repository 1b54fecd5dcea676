import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { exchange } from "../../client/exchange.ts";
import { createTenant } from "../../services/sightline-cli.ts";
import { eventually } from "../../support/poll.ts";
import { rrwebEventFactory, snapshotBody } from "../../support/rrweb-events.ts";
import { type ConsoleBrowser, confirmSignIn, IN_BROWSER, signInPath, startConsole } from "./console-browser.ts";

/** Text that runs a script wherever it is taken for HTML, an attribute, a link or a style. */
const SCRIPT = `"'><img src=x onerror=window.ran=1><script>window.ran=1</script>`;
const LINK = "javascript:window.ran=1";
const SESSION_COOKIE = /^sightline/;

describe("attacks on the console", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  let personPath: string;
  const session = randomUUID();
  before(async () => {
    if (IN_BROWSER.skip) return;
    // Browsers report what the pages of the attackers attempt.
    running = await startConsole({ ignoresMistakes: true });
    await sendScripts();
  });
  after(() => running?.close());

  const read = async (path: string) => {
    const { server, tenant } = running;
    const headers = { authorization: `Bearer ${tenant.personalApiKey}` };
    return exchange(server.direct, { method: "GET", path: `/api/projects/${tenant.projectId}/${path}`, headers });
  };

  /** Sets everything that a public key can set to scripts. */
  const sendScripts = async () => {
    const properties = {
      [SCRIPT]: SCRIPT,
      $set: { email: `${SCRIPT}@shop.example`, name: SCRIPT, [SCRIPT]: LINK },
      $groups: { [SCRIPT]: SCRIPT },
      $current_url: LINK,
      $pathname: SCRIPT,
      $referrer: LINK,
      $referring_domain: SCRIPT,
      $lib: SCRIPT,
      $screen_name: SCRIPT,
      $session_id: session,
      $exception_list: [{ type: SCRIPT, value: SCRIPT }],
      $web_vitals_LCP_value: SCRIPT,
      $feature_flag: SCRIPT,
    };
    for (const event of [SCRIPT, "$pageview", "$exception", "$web_vitals", "$identify"])
      await running.send({ event, distinct_id: SCRIPT, properties });
    await running.send({
      event: "$groupidentify",
      distinct_id: SCRIPT,
      properties: { ...properties, $group_set: properties },
    });
    await running.send({ event: "", distinct_id: SCRIPT });
    const on = rrwebEventFactory(Date.now() - 60_000);
    const said = {
      ...on.console(30, "error"),
      data: { plugin: "rrweb/console@1", payload: { level: "error", payload: [SCRIPT], trace: [SCRIPT] } },
    };
    const requested = {
      type: 6,
      timestamp: Date.now() - 59_000,
      data: {
        plugin: "rrweb/network@1",
        payload: { requests: [{ name: LINK, method: SCRIPT, status: SCRIPT, timestamp: 1 }] },
      },
    };
    const events = [on.page(0, LINK), on.full(20), said, requested, on.mouse(2000, 2)] as never;
    await running.send(
      snapshotBody(running.tenant.projectApiKey, { sessionId: session, distinctId: SCRIPT }, events) as never,
    );
    await eventually("it is stored", async () => (await read(`session_recordings/${session}`)).status === 200);
    const persons = await eventually("the person is there", async () => {
      const { results } = JSON.parse((await read("persons")).bytes.toString());
      return results.length > 0 && results;
    });
    personPath = `/persons/${persons[0].uuid}`;
  };

  /** Throws if a script has run, or data has become an element that does something. */
  const assertHarmless = async (page: Page, where: string) => {
    const found = await page.evaluate(() => {
      const links = [...document.querySelectorAll("a[href], iframe[src], form[action]")];
      const targets = links.map((link) =>
        ["href", "src", "action"].map((name) => link.getAttribute(name) ?? "").join(""),
      );
      return {
        ran: "ran" in window,
        images: document.querySelectorAll("img[src=x], [onerror], [onload]").length,
        scripts: [...document.scripts].filter((script) => !script.src).length,
        links: targets.filter((target) => /^\s*javascript:/i.test(target)),
      };
    });
    assert.deepEqual(found, { ran: false, images: 0, scripts: 0, links: [] }, where);
  };

  test("scripts in everything that a public key sets are text on all pages", async () => {
    const page = await running.open("/live");
    const base = page.url().replace(/\/live$/, "");
    const see = async (path: string, text: string, act = async () => {}) => {
      await page.goto(base + path);
      await act();
      await page.getByText(text, { exact: false }).filter({ visible: true }).first().waitFor();
      await assertHarmless(page, path);
    };
    await see("/live", SCRIPT, () => page.getByRole("button", { name: SCRIPT }).first().click());
    await see("/live?tab=refused", "without a name");
    await see("/persons", SCRIPT);
    await see(personPath, SCRIPT);
    await see(`${personPath}?tab=properties`, SCRIPT, () => page.getByRole("tab", { name: "Properties" }).click());
    await see("/recordings", SCRIPT);
    await see(`/recordings/${session}`, SCRIPT);
    await see(`/recordings/${session}`, SCRIPT, () => page.getByRole("tab", { name: /Console/ }).click());
    for (const question of ["Top pages", "Referrers", "Errors by page", "Errors by message"])
      await see("/questions", SCRIPT, () => page.getByRole("link", { name: question }).click());
    await see("/questions", SCRIPT, async () => {
      await page.getByRole("link", { name: /^Trend/ }).click();
      await page.getByRole("combobox", { name: "Event of series a" }).click();
    });
  });

  test("a page of another site can neither change anything nor show the console", async () => {
    const { server, tenant } = running;
    const victim = await running.open("/flags");
    const flagsUrl = `${server.direct}/api/projects/${tenant.projectId}/feature_flags`;
    const html = `<!doctype html><title>Prizes</title>
      <iframe id="console" src="${server.direct}/"></iframe>
      <form method="post" enctype="text/plain" action="${flagsUrl}" target="result">
        <input name='{"key": "form", "x": "' value='"}'></form><iframe name="result"></iframe>`;
    const site = await serve(html);
    // Another name of this machine is another site, which the browser sends no SameSite cookies.
    for (const host of ["127.0.0.1", "localhost"]) {
      await victim.goto(`http://${host}:${(site.address() as AddressInfo).port}/`);
      await victim.evaluate(async (url) => {
        document.forms[0]?.submit();
        const body = JSON.stringify({ key: "fetched", filters: { groups: [{}] } });
        const options: RequestInit[] = [
          { mode: "no-cors", headers: { "content-type": "text/plain" } },
          { mode: "cors", headers: { "content-type": "application/json", "x-sightline-console": "1" } },
        ];
        for (const more of options)
          await fetch(url, { method: "POST", body, credentials: "include", ...more }).catch(() => {});
        await fetch(url, { credentials: "include" }).then(
          (response) => response.text().then((text) => Object.assign(window, { stolen: response.ok && text })),
          () => {},
        );
      }, flagsUrl);
      assert.equal(await victim.evaluate(() => (window as { stolen?: unknown }).stolen ?? false), false);
      // What must not be framed is an error of the browser, of an origin that nothing can read.
      const framed = await (await victim.locator("#console").elementHandle())?.contentFrame();
      assert.match(framed?.url() ?? "", /^chrome-error:/);
    }
    assert.deepEqual(JSON.parse((await read("feature_flags")).bytes.toString()).count, 0);
    site.closeAllConnections();
    site.close();
  });

  test("a session that someone planted is replaced at the next sign-in", async () => {
    const { server, tenant } = running;
    const page = await running.openSignedOut("/sign-in");
    const context = page.context();
    const own = await running.open("/live");
    const [cookie] = (await own.context().cookies()).filter(({ name }) => SESSION_COOKIE.test(name));
    assert.ok(cookie);
    await context.addCookies([{ ...cookie, value: `ses_${"a".repeat(43)}` }]);
    await page.goto(`${server.direct}/#${await signInPath(server, tenant.details?.memberEmail ?? "")}`);
    await confirmSignIn(page);
    await page.getByRole("navigation", { name: "Areas" }).waitFor();
    const [now] = (await context.cookies()).filter(({ name }) => name === cookie.name);
    assert.notEqual(now?.value, `ses_${"a".repeat(43)}`);
    assert.deepEqual([now?.httpOnly, now?.sameSite], [true, "Lax"]);
    await context.addCookies([{ ...cookie, value: `ses_${"a".repeat(43)}` }]);
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  });

  test("a member of another organization sees nothing, whatever address they open", async () => {
    const { server, tenant } = running;
    const other = await createTenant(server.environment, "rival");
    const page = await running.openSignedOut(await signInPath(server, other.details?.email ?? ""));
    await confirmSignIn(page);
    await page.getByRole("navigation", { name: "Areas" }).waitFor();
    for (const path of ["/live", personPath, `/recordings/${session}`, "/flags", "/team", "/settings"]) {
      await page.goto(`${server.direct}/#/projects/${tenant.projectId}${path}`);
      await page.getByRole("heading", { name: "There is no such project" }).waitFor();
    }
    await page.goto(`${server.direct}/#/projects/${other.projectId}${personPath}`);
    await page
      .getByRole("alert")
      .or(page.getByRole("heading", { name: /^There is nothing/ }))
      .first()
      .waitFor();
    assert.ok(!(await page.content()).includes("shop.example"));
  });
});

async function serve(html: string): Promise<Server> {
  const site = createServer((_, response) => response.setHeader("content-type", "text/html").end(html));
  await once(site.listen(0), "listening");
  return site;
}
