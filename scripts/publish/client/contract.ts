// In the published package, `npm run spec:publish` replaces this file with the generated types.
export type { components, operations, paths } from "../../../generated/openapi.ts";
