import { readFileSync } from "node:fs";
import { CODE_FOLDER } from "./code-folder.ts";

export const VERSION: string = JSON.parse(readFileSync(new URL("../package.json", CODE_FOLDER), "utf8")).version;
