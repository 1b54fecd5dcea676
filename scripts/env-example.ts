import { SETTINGS } from "../src/config.ts";

/** `.env.example`: every setting with what it means and its default. */
export function envExample(): string {
  const settings = Object.entries(SETTINGS).map(([name, { help, fallback }]) => `# ${help}\n#${name}=${fallback}\n`);
  return [
    "# Every setting of Sightline with its default. Made from src/config.ts by `npm run generate`: change it there.\n",
    ...settings,
  ].join("\n");
}
