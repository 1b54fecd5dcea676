import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { after, before, describe, test } from "node:test";
import { exchange } from "../../client/exchange.ts";
import { eventually } from "../../support/poll.ts";
import { type RrwebEvent, rrwebEventFactory, snapshotBody } from "../../support/rrweb-events.ts";
import { type ConsoleBrowser, IN_BROWSER, startConsole } from "./console-browser.ts";

const START = Date.now() - 3_600_000;
const on = rrwebEventFactory(START);

const element = (id: number, tagName: string, attributes: object = {}, childNodes: object[] = []) => {
  return { type: 2, id, tagName, attributes, childNodes };
};
const text = (id: number, textContent: string) => ({ type: 3, id, textContent });

/** A page, as rrweb records it, with this in its body, and the words "the end" after 5 of 10 seconds. */
function recordedPage(nodes: readonly object[], attributes: readonly object[] = []): RrwebEvent[] {
  const html = element(2, "html", {}, [element(4, "head"), element(3, "body", {}, [...nodes])]);
  const data = { node: { type: 0, id: 1, childNodes: [html] }, initialOffset: { top: 0, left: 0 } };
  const adds = [{ parentId: 3, nextId: null, node: text(90, "the end") }];
  return [
    on.page(0, "http://shop.example/"),
    { ...on.full(1), data },
    { ...on.mutation(5000), data: { source: 0, texts: [], removes: [], adds, attributes } },
    on.move(10_000),
  ];
}

describe("recordings that a client made up", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  before(async () => {
    if (IN_BROWSER.skip) return;
    // The player's policy refuses what the pages attempt, which Chromium reports as errors.
    running = await startConsole({ ignoresMistakes: true });
  });
  after(() => running?.close());

  /** Sends events as a session's only recording, and opens it. */
  const open = async (events: readonly object[], query = "") => {
    const { projectApiKey, projectId, personalApiKey } = running.tenant;
    const sessionId = randomUUID();
    const json = snapshotBody(projectApiKey, { sessionId, distinctId: "mallory" }, events as RrwebEvent[]);
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify(json);
    const sent = await exchange(running.server.direct, { method: "POST", path: "/capture/", headers, body });
    assert.equal(sent.status, 200);
    await eventually("it is stored", async () => {
      const path = `/api/projects/${projectId}/session_recordings/${sessionId}`;
      const authorization = `Bearer ${personalApiKey}`;
      return (
        (await exchange(running.server.direct, { method: "GET", path, headers: { authorization } })).status === 200
      );
    });
    const page = await running.open(`/recordings/${sessionId}${query}`);
    return { page, recorded: page.frameLocator(".recording-frame").frameLocator("iframe") };
  };

  test("run nothing, and connect to no host", async (t) => {
    let connections = 0;
    const external = createServer((socket) => socket.destroy()).on("connection", () => {
      connections += 1;
    });
    t.after(() => external.close());
    await once(external.listen(0, "127.0.0.1"), "listening");
    const url = `http://127.0.0.1:${(external.address() as AddressInfo).port}/`;
    const run = (name: string) => `top.ran = parent.ran = parent.parent.ran = "${name}"`;
    const css =
      `@import url(${url}); @font-face { font-family: x; src: url(${url}) } body { background: url(${url}); ` +
      `font-family: x; cursor: url(${url}), auto }`;
    const { page, recorded } = await open(
      recordedPage(
        [
          element(10, "iframe", { src: url }),
          element(11, "FRAME", { SRC: url }),
          element(12, "iframe", { srcdoc: `<iframe src="${url}"></iframe><script>${run("srcdoc")}</script>` }),
          element(13, "iframe", {}),
          element(14, "iframe", { src: `javascript:${run("frame")}` }),
          element(15, "script", {}, [text(16, run("script"))]),
          element(17, "script", { src: url }),
          element(18, "SCRIPT", { src: "/console/main.js" }),
          element(20, "img", { src: url, srcset: `${url} 2x`, onerror: run("onerror"), ONLOAD: run("onload") }),
          element(21, "svg", { onload: run("svg"), isSVG: true }, [
            element(22, "image", { href: url }),
            element(23, "script", {}, [text(24, run("svg script"))]),
          ]),
          element(25, "style", {}, [text(26, css)]),
          element(27, "style", { _cssText: css }),
          element(28, "link", { rel: "stylesheet", href: url }),
          element(29, "link", { rel: "preconnect", href: url }),
          element(30, "link", { rel: "prefetch", href: url }),
          element(31, "base", { href: url }),
          element(32, "meta", { "http-equiv": "refresh", content: `0;url=${url}` }),
          element(33, "object", { data: url }),
          element(34, "embed", { src: url }),
          element(35, "video", { src: url, poster: url, autoplay: true }),
          element(36, "audio", { src: url, autoplay: true }),
          element(37, "input", { type: "image", src: url, autofocus: true, onfocus: run("onfocus") }),
          element(38, "a", { href: `javascript:${run("link")}`, ping: url }, [text(39, "a link")]),
          element(40, "form", { action: url }, [element(41, "button", {}, [text(42, "Send")])]),
          element(43, "details", { open: true, ontoggle: run("toggle") }, [text(44, "x")]),
          element(45, "template", {}, [element(46, "img", { src: url, onerror: run("template") })]),
          element(47, "div", { style: `background: url(${url})` }, [
            text(48, `<img src="${url}" onerror="${run("text")}">`),
          ]),
        ],
        [
          { id: 13, attributes: { src: url } },
          { id: 38, attributes: { onclick: run("attribute"), style: `background: url(${url})` } },
        ],
      ),
    );
    // Chromium announces requests that the policy then refuses; answered are none.
    const answered: string[] = [];
    page.on("response", (response) => answered.push(response.url()));
    await recorded.getByText("the end").waitFor({ state: "attached" });
    // Nothing is there for a click to reach, and what is clicked without a mouse does nothing.
    await recorded.getByText("a link").dispatchEvent("click");
    await recorded.getByText("Send").dispatchEvent("click");
    await page.getByRole("button", { name: "Play" }).waitFor();
    const frames = page.frames().slice(1);
    for (const frame of frames)
      assert.ok(["about:blank", `${running.server.direct}/player`].includes(frame.url()), frame.url());
    assert.equal(await page.evaluate(() => (window as { ran?: string }).ran), undefined);
    const ownPages = /^(data|blob):|\/(api|console)\/|\/player$/;
    assert.deepEqual(
      answered.filter((address) => !ownPages.test(address)),
      [],
    );
    assert.equal(connections, 0);
  });

  test("can reach neither the console nor its session", async () => {
    const { page, recorded } = await open(recordedPage([element(10, "p", {}, [text(11, "hello")])]));
    await recorded.getByText("hello").waitFor({ state: "attached" });
    const { policy, sandbox } = await page.evaluate(async () => {
      const frame = document.querySelector<HTMLIFrameElement>(".recording-frame");
      const inner = frame?.contentDocument?.querySelector("iframe");
      const { headers } = await fetch(frame?.src ?? "");
      return { policy: headers.get("content-security-policy"), sandbox: inner?.getAttribute("sandbox") };
    });
    assert.equal(sandbox, "allow-same-origin");
    const directives = (policy ?? "").split("; ");
    for (const directive of ["default-src 'none'", "img-src data:", "form-action 'none'", "frame-ancestors 'self'"])
      assert.ok(directives.includes(directive), policy ?? "no policy");
    const scripts = directives.filter((directive) => directive.startsWith("script-src"));
    assert.match(scripts.join(), /^script-src 'sha256-[\w+/=]+'$/);
  });

  test("of an app on a phone are said to be unplayable, with what its events say", async () => {
    const wireframes = [{ id: 1, type: "text", x: 0, y: 0, width: 100, height: 20, text: "Hello" }];
    const full = { type: 2, timestamp: START + 1, data: { wireframes, initialOffset: { top: 0, left: 0 } } };
    const { page } = await open([on.page(0, "Checkout"), full, on.console(2, "warn")]);
    await page.getByText("recorded in an app on a phone, as wireframes").waitFor();
    await page.getByRole("tab", { name: "Console 1" }).click();
    await page.getByRole("button", { name: /said/ }).waitFor();
  });

  test("that are damaged say so, and show the rest", async () => {
    const broken = [
      { type: 2, timestamp: START + 20, data: {} },
      { type: 3, timestamp: START + 30, data: { source: 0 } },
      { type: 3, timestamp: START + 40, data: null },
      { type: 77, timestamp: START + 50, data: {} },
    ];
    const { page, recorded } = await open([...recordedPage([element(10, "p", {}, [text(11, "hello")])]), ...broken]);
    await page.getByText("Parts of this recording are damaged").waitFor();
    await recorded.getByText("the end").waitFor({ state: "attached" });
    const { page: empty } = await open([on.page(0, "http://shop.example/"), on.move(10)]);
    await empty.getByText("There is nothing to show").waitFor();
  });

  test("begin at the moment of a link, which the page gives", async () => {
    // So long that a slow browser does not reach its end before it is paused.
    const moves = Array.from({ length: 50 }, (_, index) => on.move(11_000 + index * 1000));
    const events = [...recordedPage([element(10, "p", {}, [text(11, "hello")])]), ...moves];
    const { page, recorded } = await open(events, "?t=6");
    await recorded.getByText("the end").waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Pause" }).click();
    await page.locator("h1").click();
    for (let press = 0; press < 12; press += 1) await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowRight");
    await page.getByText("0:05 / 1:00").waitFor();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy link to this moment" }).click();
    await page.getByText("Copied").waitFor();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /#\/projects\/\d+\/recordings\/.*\?t=5$/);
    await page.getByLabel("Speed").selectOption("16");
    await page.getByRole("button", { name: "Play" }).click();
    await page.getByText("1:00 / 1:00").waitFor();
    await page.getByLabel("Speed").selectOption("0.5");
    await page.getByRole("button", { name: "Play" }).click();
    await page.getByText(/0:\d\d \/ 1:00/).waitFor();
  });
});
