import { escapeHtml } from "../lib/escape-html.ts";
import type { EmailContent } from "./mailer.ts";

/** Rows of cells, of which the first are titles, below a heading. */
export type Table = { readonly heading: string; readonly rows: readonly (readonly string[])[] };

export type Paragraph = string | Table;

const MAX_NAME_CHARACTERS = 100;

/** Replaces line breaks and control characters by spaces: the text must not end a mail header. */
export function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return [...line].slice(0, MAX_NAME_CHARACTERS).join("");
}

/** Renders paragraphs as text and as HTML, where one that is only an address becomes a link. */
export function mailContent(subject: string, paragraphs: readonly Paragraph[]): EmailContent {
  const body = paragraphs.map(toHtml).join("\n");
  const html = `<!doctype html>\n<html lang="en">\n<body>\n${body}\n</body>\n</html>\n`;
  return { subject, text: `${paragraphs.map(toText).join("\n\n")}\n`, html };
}

function toText(paragraph: Paragraph): string {
  if (typeof paragraph === "string") return paragraph;
  return [paragraph.heading, ...paragraph.rows.map((cells) => `- ${cells.join(" | ")}`)].join("\n");
}

function toHtml(paragraph: Paragraph): string {
  if (typeof paragraph === "string") {
    const html = escapeHtml(paragraph).replaceAll("\n", "<br>\n");
    return `<p>${/^https?:\S+$/.test(html) ? `<a href="${html}">${html}</a>` : html}</p>`;
  }
  const rows = paragraph.rows.map((cells, index) => {
    const tag = index === 0 ? "th" : "td";
    return `<tr>${cells.map((cell) => `<${tag} align="left">${escapeHtml(cell)}</${tag}>`).join("")}</tr>`;
  });
  return `<h3>${escapeHtml(paragraph.heading)}</h3>\n<table cellpadding="4">\n${rows.join("\n")}\n</table>`;
}
