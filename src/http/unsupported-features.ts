/** Paths that client libraries may request and Sightline does not serve, with a name for the log. */
const UNSUPPORTED_FEATURES: readonly (readonly [path: RegExp, name: string])[] = [
  [/^\/api\/surveys\b/, "surveys"],
  [/^\/api\/early_access_features\b/, "early access features"],
  [/^\/api\/web_experiments\b/, "web experiments"],
  [/^\/api\/product_tours\b/, "product tours"],
  [/^\/api\/conversations\//, "conversations"],
  [/^\/i\/v1\/logs\b/, "logs"],
  [/^\/i\/v0\/ai\/otel\b/, "traces of language models"],
  [/^\/i\/v1\/metrics\b/, "metrics of applications"],
  [/^\/report\b/, "reports of browsers"],
  [/^\/static\/(?:[^/]+\/)?toolbar\b/, "the toolbar"],
];
const SCRIPT_PATH = /^\/(?:static|array)\//;

/** Returns the name of the unsupported feature that a client library requests; undefined for any other path. */
export function unsupportedFeature(path: string, status: number): string | undefined {
  const feature = UNSUPPORTED_FEATURES.find(([pattern]) => pattern.test(path))?.[1];
  return feature ?? (status === 404 && SCRIPT_PATH.test(path) ? "a script of the browser library" : undefined);
}
