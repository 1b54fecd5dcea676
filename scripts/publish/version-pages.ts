import type { Comparison } from "../contract/compare.ts";

/** A version with an address of its own. */
export interface PublishedVersion {
  readonly version: string;
  /** When it was published, in ISO 8601. */
  readonly published: string;
  /** The versions that a page compares it with. */
  readonly comparedWith: readonly string[];
  /** What the changelog says of it; empty if it says nothing. */
  readonly entry: string;
}

/** Returns the page that lists what changed between two versions. */
export function renderChanges(last: string, next: string, { breaking, others }: Comparison): string {
  const title = `Changes from ${last} to ${next}`;
  return renderPage(title, [
    `<p><a href="../">All versions</a> · <a href="./">Reference of ${next}</a></p>`,
    ...renderList("Breaking", breaking, "None: a client of the older version works with the newer one."),
    ...renderList("Other changes", others, "None."),
  ]);
}

/** Returns the page that lists all versions, the newest first. */
export function renderVersions(versions: readonly PublishedVersion[]): string {
  const rows = versions.map(({ version, published, comparedWith }) => {
    const compared = comparedWith.map((other) => `<a href="${version}/since-${other}.html">${other}</a>`);
    const documents = ["openapi.json", "openapi.yaml", "complete.json", "complete.yaml"].map(
      (name) => `<a href="${version}/${name}">${name}</a>`,
    );
    return `<tr><th scope="row"><a href="${version}/">${version}</a></th><td>${published.slice(0, 10)}</td>
      <td>${documents.join(" ")}</td><td>${compared.join(" ")}</td></tr>`;
  });
  return renderPage("Versions of the contract", [
    '<p>Each address stays as it is. <a href="../feed.xml">Feed</a></p>',
    `<table><thead><tr><th>Version</th><th>Published</th><th>Documents</th><th>Changes since</th></tr></thead>
    <tbody>${rows.join("\n")}</tbody></table>`,
  ]);
}

/** Returns an Atom feed (RFC 4287) of the versions, the newest first. */
export function renderFeed(versions: readonly PublishedVersion[]): string {
  const entries = versions.map(
    ({ version, published, entry }) => `<entry>
  <id>urn:x-sightline:contract:${version}</id>
  <title>Contract ${version}</title>
  <updated>${published}</updated>
  <link href="versions/${version}/"/>
  <content type="text">${escapeMarkup(entry)}</content>
</entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:x-sightline:contract</id>
<title>The contract of Sightline</title>
<author><name>Sightline</name></author>
<updated>${versions[0]?.published}</updated>
<link rel="self" href="feed.xml"/>
${entries.join("\n")}
</feed>
`;
}

function renderList(title: string, lines: readonly string[], none: string): string[] {
  const items = lines.map((line) => `<li>${escapeMarkup(line)}</li>`);
  return [`<h2>${title}</h2>`, items.length === 0 ? `<p>${none}</p>` : `<ul>${items.join("\n")}</ul>`];
}

function renderPage(title: string, parts: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  table { border-collapse: collapse; }
  th, td { padding: 0.25rem 1rem 0.25rem 0; text-align: left; vertical-align: top; }
  li { overflow-wrap: anywhere; }
</style>
<h1>${title}</h1>
${parts.join("\n")}
</html>
`;
}

function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
