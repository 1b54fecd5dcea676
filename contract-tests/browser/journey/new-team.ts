import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { type Server, type ServerOptions, startServer } from "../../services/sightline-server.ts";
import { eventually } from "../../support/poll.ts";
import { findBrowser } from "../browser.ts";

/** A new installation with a browser, in which nobody has signed in yet. */
export interface NewTeam {
  readonly server: Server;
  readonly browser: Browser;
  /** The addresses of the processes, by the name that links have. */
  readonly nodes: readonly string[];
  /** The link that the first start prints. */
  readonly signInLink: string;
  /** Opens a page in a context of its own, or in one that is signed in. */
  readonly open: (url: string, options: OpenOptions) => Promise<Page>;
  readonly close: () => Promise<void>;
}

interface OpenOptions {
  readonly width: number;
  readonly context?: BrowserContext;
}

/** Where pictures for the documentation go, if this variable names a folder. */
const PICTURES = process.env.DOCS_PICTURES;
const PICTURE_SIZE = { width: 1280, height: 680 };
/** Each clone of the repository has all that these pictures ever were. */
const MAX_PICTURE_BYTES = 150_000;

export async function startNewTeam(options: ServerOptions): Promise<NewTeam> {
  const found = await findBrowser();
  if ("missing" in found) throw new Error(found.missing);
  const server = await startServer(options);
  const browser = await found.launch();
  const stop = async () => {
    await browser.close();
    await server.stop();
  };
  const findLink = async () => /http:\/\/localhost:\d+\/#\/sign-in\/\S+/.exec(server.log())?.[0];
  const signInLink = await eventually("the link is printed", findLink).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    server,
    browser,
    nodes: server.nodes?.map((node) => node.replace("127.0.0.1", "localhost")) ?? [],
    signInLink,
    open: async (url, { width, context }) => {
      const own = context ?? (await browser.newContext({ timezoneId: "Europe/Oslo", locale: "en-GB" }));
      own.setDefaultTimeout(180_000);
      const page = await own.newPage();
      await page.setViewportSize({ width, height: 800 });
      await page.goto(url);
      return page;
    },
    close: stop,
  };
}

/** Keeps a picture of the page as a small desktop window shows it, for the documentation. */
export async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  await mkdir(PICTURES, { recursive: true });
  await page.setViewportSize(PICTURE_SIZE);
  await page.evaluate(() => window.scrollTo(0, 0));
  const png = await page.screenshot({ animations: "disabled" });
  assert.ok(png.length <= MAX_PICTURE_BYTES, `${name} has ${png.length} bytes`);
  await writeFile(join(PICTURES, `${name}.png`), png);
}

/** Throws unless all of the page fits into the width of its window. */
export async function assertFits(page: Page): Promise<void> {
  assert.equal(await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth)), 0);
}
