// Stands for the types that `npm run spec:publish` puts into the package in its place.
export type { components, operations, paths } from "../../../generated/openapi.ts";
