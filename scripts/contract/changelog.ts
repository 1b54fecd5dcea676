/** What the changelog says of a version: the text below its `## 1.2.3` heading, trimmed; undefined without one. */
export function changelogEntry(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split(/\s/, 1)[0] === version);
  return section?.slice(section.indexOf("\n") + 1).trim();
}
