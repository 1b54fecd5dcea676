import { SETTINGS } from "../src/settings/config.ts";

/** Returns the text of `.env.example`: every setting with its description and its default. */
export function envExample(): string {
  const settings = Object.entries(SETTINGS).map(
    ([name, { help, fallback }]) => `${comment(help)}\n#${name}=${fallback}\n`,
  );
  return [
    "# Every setting of Sightline with its default. Generated from src/settings/config.ts by `npm run generate`.\n",
    ...settings,
  ].join("\n");
}

const MAX_LINE_LENGTH = 120;

/** Returns the text as lines of comment. */
function comment(text: string): string {
  return text.replace(new RegExp(`(.{1,${MAX_LINE_LENGTH - 2}})(?:\\s|$)`, "g"), "# $1\n").trimEnd();
}
