import { existsSync } from "node:fs";
import type { Browser } from "playwright-core";

export type { Browser, BrowserContext, Page, Request } from "playwright-core";

const CHROMIUM_PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** A browser to drive, or in words why there is none. */
export async function findBrowser(): Promise<{ launch: () => Promise<Browser> } | { missing: string }> {
  const playwright = await import("playwright-core").catch(() => null);
  if (!playwright) return { missing: "npm ci --prefix contract-tests/browser installs what drives a browser" };
  const executablePath = process.env.CHROMIUM ?? CHROMIUM_PATHS.find((path) => existsSync(path));
  if (executablePath === undefined)
    return { missing: "there is no Chromium: apt-get install chromium, or set CHROMIUM to its path" };
  // Chromium refuses to run its sandbox as root, as in a container.
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return { launch: () => playwright.chromium.launch({ executablePath, args }) };
}
