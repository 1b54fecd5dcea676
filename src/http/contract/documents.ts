/** The bundled document, as `npm run generate` writes it. */
const generated = (name: string) => new URL(`../../../generated/${name}`, import.meta.url);
export const COMPLETE_JSON = generated("complete.json");
export const COMPLETE_YAML = generated("complete.yaml");
export const CLIENT_JSON = generated("openapi.json");
export const CLIENT_YAML = generated("openapi.yaml");
export const SANDBOX_JSON = generated("sandbox.json");
