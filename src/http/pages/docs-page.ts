import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { CODE_FOLDER } from "../../lib/version.ts";
import { escapeScript, hashesOf, htmlPage, policyOf } from "./html-page.ts";

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
export function renderDocsPage(documentJson: string, renderer: string, program?: string) {
  const { info }: { info: { title: string; version: string } } = JSON.parse(documentJson);
  const served = program === undefined ? "" : `Served by ${info.title} ${program}. `;
  const versions = `${served}The API has a version of its own, which is ${info.version}.\n\n`;
  const scripts = [escapeScript(removeRemoteImage(renderer)), escapeScript(startScript(versions))];
  const policy = policyOf([
    ...[`script-src ${hashesOf(scripts)}`, "style-src 'unsafe-inline'", "img-src data:", "worker-src blob:"],
  ]);
  const head = `<meta http-equiv="Content-Security-Policy" content="${policy}">\n<style>body { margin: 0 }</style>`;
  const body = `<noscript>This page needs JavaScript. The contract itself: <a href="openapi.yaml">YAML</a>,
<a href="openapi.json">JSON</a>.</noscript>
<main id="reference"></main>
<script type="application/json" id="contract">${escapeJson(documentJson)}</script>
${scripts.map((script) => `<script>${script}</script>`).join("\n")}`;
  return htmlPage({ title: `${info.title} API reference`, head, body, policy });
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
