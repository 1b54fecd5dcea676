import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const PACKAGES = fileURLToPath(new URL("node_modules", import.meta.url));

/** The reason to skip the tests of client libraries; false if the libraries are installed. */
export const skip =
  !existsSync(PACKAGES) && "the client libraries are not installed: npm ci --prefix contract-tests/clients";
