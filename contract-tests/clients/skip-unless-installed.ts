import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const PACKAGES = fileURLToPath(new URL("node_modules", import.meta.url));

/** Why the tests of a library are skipped; false where they are not. */
export const skip = !existsSync(PACKAGES) && "npm ci --prefix contract-tests/clients installs the client libraries";
