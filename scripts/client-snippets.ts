import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { clientSnippets, LANGUAGES } from "../src/console/components/client-snippets.ts";
import { root } from "./contract/redocly.ts";

export const CLIENTS_PAGE = "docs/clients.md";
const MARKED = /(?<=<!-- generated from src\/console\/components\/client-snippets.ts -->\n).*(?=\n<!-- end -->)/s;

/** Returns the page about client libraries, with the code that the console shows. */
export async function clientsPage(): Promise<string> {
  const page = await readFile(join(root, CLIENTS_PAGE), "utf8");
  const snippets = Object.entries(clientSnippets("https://analytics.example.com", "phc_…"));
  const blocks = snippets.map(([name, text]) => {
    const language = LANGUAGES[name as keyof typeof LANGUAGES];
    const reason = language === "sh" ? " example the address and the key are placeholders" : "";
    return `\n${name}:\n\n\`\`\`${language}${reason}\n${text}\n\`\`\`\n`;
  });
  return page.replace(MARKED, () => blocks.join(""));
}
