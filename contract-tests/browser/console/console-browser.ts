import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { AxeResults, Result, RunOptions } from "axe-core";
import type { BrowserContext, Page } from "playwright-core";
import { exchange } from "../../client/exchange.ts";
import { runCliOrThrow } from "../../services/sightline-cli.ts";
import type { Server, ServerOptions } from "../../services/sightline-server.ts";
import type { Tenant } from "../../target-description.ts";
import { closePages, found, openBrowser, prepareService } from "./shared-processes.ts";

declare global {
  interface Window {
    /** Absent until the looks of the page are checked. */
    readonly axe?: { run(options: RunOptions): Promise<AxeResults> };
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Where pictures of pages go, for people: a folder that this variable names. */
const PICTURES = process.env.CONSOLE_PICTURES;
const WIDTHS = PICTURES ? [390, 1280, 2560] : [390, 1280];
/** Of windows in which only the layout may break: between a phone's and a desktop's. */
const WIDTHS_BETWEEN = [720, 900, 1100];
/** Charts follow the width of the window some frames later. */
const CHARTS_RESIZE_MS = 10_000;
const SCHEMES = ["light", "dark"] as const;

/** Options of a suite with a browser: it is skipped where none is installed. */
export const IN_BROWSER = { skip: "missing" in found && found.missing, timeout: 900_000 };

/** What the console has, in the order of its menu. */
export const AREAS = [
  "Overview",
  "Live",
  "Questions",
  "Dashboards",
  "Persons",
  "Cohorts",
  "Recordings",
  "Heatmaps",
  "Errors",
  "Flags",
  "Experiments",
  "Surveys",
  "Tracking plan",
  "Team",
  "Settings",
];

/** An organization of a service, and a browser in which its owner is signed in. */
export interface ConsoleBrowser {
  readonly server: Server;
  readonly tenant: Tenant;
  /** Opens a path of the project, such as `/persons`, on a new page. */
  readonly open: (path: string, options?: { readonly width?: number; readonly timezoneId?: string }) => Promise<Page>;
  /** Sends an event with the project's key. */
  readonly send: (event: Readonly<Record<string, unknown>>) => Promise<void>;
  /** Calls the project's private API as the owner, such as `insights`, and returns the response's JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they need
  readonly request: (method: string, path: string, json?: object) => Promise<any>;
  /** Opens a path of the console without being signed in. */
  readonly openSignedOut: (path: string) => Promise<Page>;
  /** Opens a page of another site, as a visitor of it. */
  readonly visit: (url: string) => Promise<Page>;
  /** Closes all pages. */
  readonly close: () => Promise<void>;
}

/** `ignoresMistakes` is for pages that show what a policy must refuse. */
type ConsoleOptions = ServerOptions & { readonly ignoresMistakes?: boolean };

/** Signs the owner of a new organization in. With options of a service it has a service of its own. */
export async function startConsole({ ignoresMistakes, ...options }: ConsoleOptions = {}): Promise<ConsoleBrowser> {
  const browser = await openBrowser();
  const { server, tenant, stop } = await prepareService(options);
  const mistakes: string[] = [];
  const newPage = async (context: BrowserContext, path: string) => {
    context.setDefaultTimeout(180_000);
    const page = await context.newPage();
    collectMistakes(page, server.direct, mistakes);
    await page.goto(`${server.direct}/#${path}`);
    return page;
  };
  /** Signs the owner in with a link. Returns the session, which all pages share. */
  const signIn = async () => {
    const context = await browser.newContext();
    const page = await newPage(context, await signInPath(server, tenant.details?.email ?? ""));
    await confirmSignIn(page);
    await page.getByRole("navigation", { name: "Areas" }).waitFor();
    const session = await context.storageState();
    await context.close();
    return session;
  };
  const storageState = await signIn().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    server,
    tenant,
    open: async (path, { width = 1280, ...options } = {}) => {
      const context = await browser.newContext({ viewport: { width, height: 800 }, storageState, ...options });
      return newPage(context, `/projects/${tenant.projectId}${path}`);
    },
    send: async (event) => {
      const body = JSON.stringify({ api_key: tenant.projectApiKey, ...event });
      const headers = { "content-type": "application/json" };
      const { status } = await exchange(server.direct, { method: "POST", path: "/capture/", headers, body });
      assert.equal(status, 200);
    },
    request: async (method, path, json) => {
      const { status, bytes } = await exchange(server.direct, {
        method,
        path: `/api/projects/${tenant.projectId}/${path}`,
        headers: { "content-type": "application/json", authorization: `Bearer ${tenant.personalApiKey}` },
        ...(json && { body: JSON.stringify(json) }),
      });
      assert.ok(status < 300, `${status} ${bytes}`);
      return JSON.parse(bytes.toString());
    },
    openSignedOut: async (path) => newPage(await browser.newContext(), path),
    visit: async (url) => {
      const page = await (await browser.newContext()).newPage();
      await page.goto(url);
      return page;
    },
    close: async () => {
      await closePages();
      await stop();
      if (!ignoresMistakes) assert.deepEqual(mistakes, []);
    },
  };
}

/** Returns the path of the console that a new link leads to. */
export async function signInPath({ environment }: Server, email: string): Promise<string> {
  const link = await runCliOrThrow(environment, "sign-in-link", "--email", email);
  return new URL(link).hash.slice(1);
}

/** Presses the focused button of the page that a link leads to. */
export async function confirmSignIn(page: Page): Promise<void> {
  await page.locator("button:focus").getByText("Sign in").waitFor();
  await page.keyboard.press("Enter");
  const later = page.getByRole("button", { name: "Not now" });
  await later
    .or(page.getByRole("navigation", { name: "Areas" }))
    .first()
    .waitFor();
  if (await later.isVisible()) await later.click();
}

/** Collects errors of scripts, what the page's policy refuses, and requests to other hosts. */
function collectMistakes(page: Page, base: string, mistakes: string[]): void {
  page.on("pageerror", (error) => mistakes.push(`${error}`));
  page.on("console", (message) => {
    // Browsers report each response that is an error; what the page makes of it is for tests to see.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      mistakes.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(base) && !/^(data|blob):/.test(request.url())) mistakes.push(request.url());
  });
}

/**
 * Throws if axe finds a fault, on a phone and a desktop, light and dark, or the page is wider than its window there or
 * at widths between them, whatever the time. Keeps pictures by this name if `CONSOLE_PICTURES` names a folder. Leaves
 * the page as wide as it was.
 */
export async function checkLooks(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  const faults: string[] = [];
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(AXE);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.evaluate(endAnimations);
      const violations = await page.evaluate(findViolations);
      const where = `${name}, ${width} px, ${colorScheme}`;
      faults.push(
        ...violations.map(({ id, help, nodes }) => {
          return `${where}: ${id}: ${help}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)}`;
        }),
      );
      if (PICTURES) await keepPicture(page, PICTURES, `${name}-${width}-${colorScheme}.png`);
    }
  }
  for (const width of [...WIDTHS, ...WIDTHS_BETWEEN]) {
    await page.setViewportSize({ width, height: 800 });
    let excess = await page.evaluate(excessWithWidestTimes);
    for (const end = Date.now() + CHARTS_RESIZE_MS; excess > 0 && Date.now() < end; ) {
      await page.waitForTimeout(100);
      excess = await page.evaluate(excessWithWidestTimes);
    }
    if (excess > 0) faults.push(`${name}, ${width} px: ${excess} px too wide`);
  }
  if (before) await page.setViewportSize(before);
  assert.deepEqual(faults, []);
}

/** Returns what axe finds wrong: what is right would take as long to describe. */
async function findViolations(): Promise<Result[]> {
  if (window.axe === undefined) throw new Error("axe is not loaded");
  return (await window.axe.run({ resultTypes: ["violations"] })).violations;
}

/** Returns by how much the page is too wide, in pixels, if days and hours have two digits. */
function excessWithWidestTimes(): number {
  const texts = [...document.querySelectorAll("time")].flatMap(({ firstChild }) => firstChild ?? []);
  const before = texts.map((text) => text.nodeValue);
  for (const text of texts) text.nodeValue = text.nodeValue?.replace(/(?<!\d)\d(?=,|:\d\d:)/g, "2$&") ?? null;
  const excess = document.documentElement.scrollWidth - window.innerWidth;
  for (const [index, text] of texts.entries()) text.nodeValue = before[index] ?? null;
  return excess;
}

/** Text that is just appearing has too little contrast. */
function endAnimations(): void {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  }
}

async function keepPicture(page: Page, folder: string, file: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, file), fullPage: true });
}
