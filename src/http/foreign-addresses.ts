/** Addresses of Segment's and RudderStack's libraries, whose bodies have other fields than ours. */
const FOREIGN_CALL = /^\/v1\/(track|identify|page|screen|group|alias|batch|import)\/?$/;

/** What takes the place of each. */
const EQUIVALENTS: Readonly<Record<string, string>> = {
  track: "an event with its name in `event`",
  identify: "the event `$identify` with `$set`",
  page: "the event `$pageview`",
  screen: "the event `$screen`",
  group: "the event `$groupidentify`",
  alias: "the event `$create_alias`",
};

/** Returns what to call instead of an address of other services; undefined for any other path. */
export function hintForPath(path: string): string | undefined {
  const call = FOREIGN_CALL.exec(path)?.[1];
  if (call === undefined) return undefined;
  const equivalent = EQUIVALENTS[call];
  const one =
    equivalent === undefined ? "" : ` POST /capture/ takes ${equivalent}, \`distinct_id\` and \`properties\`.`;
  return `This address is Segment's and RudderStack's.${one} POST /batch/ takes a list of events in \`batch\`.`;
}
