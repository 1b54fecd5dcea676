import { CODE_FOLDER } from "./version.ts";

const generated = (name: string) => new URL(`../generated/${name}`, CODE_FOLDER);
export const COMPLETE_JSON = generated("complete.json");
export const COMPLETE_YAML = generated("complete.yaml");
export const CLIENT_JSON = generated("openapi.json");
export const CLIENT_YAML = generated("openapi.yaml");
export const SANDBOX_JSON = generated("sandbox.json");
export const MCP_TOOLS_JSON = generated("mcp-tools.json");
