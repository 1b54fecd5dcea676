import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { CODE_FOLDER } from "../../lib/version.ts";
import { escapeScript, type HtmlPage, scriptSrcDirective } from "./player-page.ts";

const BUNDLE = "redoc.standalone.js";

/** Reads Redoc after its license notices, from the build or else node_modules. Throws if in neither. */
export async function readRedocBundle(): Promise<string> {
  const built = await readBundleWithLicenses(fileURLToPath(new URL(`http/pages/${BUNDLE}`, CODE_FOLDER))).catch(
    () => undefined,
  );
  return built ?? readBundleWithLicenses(createRequire(import.meta.url).resolve(`redoc/bundles/${BUNDLE}`));
}

async function readBundleWithLicenses(file: string): Promise<string> {
  const [notices, code] = await Promise.all([readFile(`${file}.LICENSE.txt`, "utf8"), readFile(file, "utf8")]);
  return `${notices}\n${code}`;
}

/**
 * Renders a page that links to `openapi.yaml` and `openapi.json` in its folder, and contains its policy, for use as a
 * local file. `program` is the service's version.
 */
export function renderDocsPage(documentJson: string, renderer: string, program?: string): HtmlPage {
  const { info }: { info: { title: string; version: string } } = JSON.parse(documentJson);
  const served = program === undefined ? "" : `Served by ${info.title} ${program}. `;
  const versions = `${served}The API has a version of its own, which is ${info.version}.\n\n`;
  const scripts = [escapeScript(removeRemoteImage(renderer)), escapeScript(startScript(versions))];
  const contentSecurityPolicy = docsPagePolicy(scripts);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(`${info.title} API reference`)}</title>
<link rel="icon" href="data:,">
<style>body { margin: 0 }</style>
</head>
<body>
<noscript>This page needs JavaScript. The contract itself: <a href="openapi.yaml">YAML</a>,
<a href="openapi.json">JSON</a>.</noscript>
<main id="reference"></main>
<script type="application/json" id="contract">${escapeJson(documentJson)}</script>
${scripts.map((script) => `<script>${script}</script>`).join("\n")}
</body>
</html>
`;
  return { html, contentSecurityPolicy };
}

const FONT = "system-ui, -apple-system, 'Segoe UI', 'Liberation Sans', sans-serif";
const REDOC_OPTIONS = {
  downloadUrls: [
    { title: "YAML", url: "openapi.yaml" },
    { title: "JSON", url: "openapi.json" },
  ],
  expandResponses: "200,201",
  jsonSamplesExpandLevel: "all",
  nativeScrollbars: true,
  requiredPropsFirst: true,
  theme: {
    typography: {
      fontFamily: FONT,
      headings: { fontFamily: FONT },
      code: { fontFamily: "ui-monospace, 'Liberation Mono', monospace" },
    },
  },
};

function startScript(versions: string): string {
  return `const contract = JSON.parse(document.getElementById("contract").textContent);
contract.info.title += " API";
contract.info.description = ${JSON.stringify(versions)} + contract.info.description;
Redoc.init(contract, ${JSON.stringify(REDOC_OPTIONS)}, document.getElementById("reference"));`;
}

/** Removes the logo, the only resource that the bundle would load from another server. */
function removeRemoteImage(renderer: string): string {
  return renderer.replaceAll("https://cdn.redoc.ly/redoc/logo-mini.svg", "data:,");
}

function escapeJson(json: string): string {
  return json.replaceAll("<", "\\u003c");
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function docsPagePolicy(scripts: readonly string[]): string {
  return [
    "default-src 'none'",
    scriptSrcDirective(scripts),
    "style-src 'unsafe-inline'",
    "img-src data:",
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}
