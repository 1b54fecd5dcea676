import { SETTINGS } from "../src/config.ts";

/** Returns the text of `.env.example`: every setting with its description and its default. */
export function envExample(): string {
  const settings = Object.entries(SETTINGS).map(([name, { help, fallback }]) => `# ${help}\n#${name}=${fallback}\n`);
  return [
    "# Every setting of Sightline with its default. Made from src/config.ts by `npm run generate`: change it there.\n",
    ...settings,
  ].join("\n");
}
