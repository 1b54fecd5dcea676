import { FILE_ENGINES } from "./engines.ts";
import { describeFiles } from "./files.ts";

for (const engine of FILE_ENGINES) describeFiles(engine);
