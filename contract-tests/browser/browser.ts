import { existsSync } from "node:fs";
import type { Browser, LaunchOptions } from "playwright-core";

export type { Browser, BrowserContext, Page, Request } from "playwright-core";

/** For each step of a page, on a machine that has much else to do. */
export const STEP_TIMEOUT_MS = 300_000;
/** The first one has no window around its pages, which would take most of the processor time. */
const CHROMIUM_PATHS = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

interface FoundBrowser {
  readonly options: LaunchOptions;
  readonly launch: () => Promise<Browser>;
}

/** Returns a launcher for Chromium, or the reason why none is available. */
export async function findBrowser(): Promise<FoundBrowser | { missing: string }> {
  const playwright = await import("playwright-core").catch(() => null);
  if (!playwright) return { missing: "playwright-core is not installed: npm ci --prefix contract-tests/browser" };
  const executablePath = process.env.CHROMIUM ?? CHROMIUM_PATHS.find((path) => existsSync(path));
  if (executablePath === undefined)
    return { missing: "Chromium is missing: apt-get install chromium-headless-shell, or set CHROMIUM to its path" };
  // Chromium cannot run its sandbox as root, for example in a container. Without a process for graphics it starts with
  // half of the processor time.
  const args = ["--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])];
  const options = { executablePath, args };
  return { options, launch: () => playwright.chromium.launch(options) };
}
