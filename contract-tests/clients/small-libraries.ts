import { build } from "esbuild";

/** The part of posthog-js-lite and of @posthog/core that the tests use. */
export interface SmallLibrary {
  capture(event: string, properties?: object): void;
  identify(distinctId: string, properties: object): void;
  alias(alias: string): void;
  group(type: string, key: string, properties: object): void;
  getDistinctId(): string;
  isFeatureEnabled(key: string): boolean | undefined;
  getFeatureFlag(key: string): unknown;
  getFeatureFlagPayload(key: string): unknown;
  reloadFeatureFlagsAsync(): Promise<unknown>;
  optOut(): Promise<void>;
  flush(): Promise<unknown>;
  shutdown(): Promise<void>;
}

/** What an application adds to @posthog/core: its storage, its `fetch` and its name. */
const CORE = `
  import { PostHogCore } from "@posthog/core";
  class Library extends PostHogCore {
    #kept = new Map();
    getPersistedProperty(key) { return this.#kept.get(key); }
    setPersistedProperty(key, value) { value === null ? this.#kept.delete(key) : this.#kept.set(key, value); }
    fetch(url, options) { return fetch(url, options); }
    getLibraryId() { return "core"; }
    getLibraryVersion() { return "1.67.3"; }
    getCustomUserAgent() {}
  }
  globalThis.openLibrary = (key, options) => new Library(key, options);`;

const lite = (version: string) => `
  import { PostHog } from "posthog-js-lite-${version}";
  globalThis.openLibrary = (key, options) => new PostHog(key, options);`;

/** Libraries that applications bundle, by name: the module that makes `openLibrary` from them. */
export const SMALL_LIBRARIES: ReadonlyMap<string, string> = new Map([
  ["posthog-js-lite-3.0.0", lite("3.0.0")],
  ["posthog-js-lite-4.12.1", lite("4.12.1")],
  ["posthog-core-1.67.3", CORE],
]);

/** Bundles one of these libraries for browsers, as an application would. */
export async function bundle(name: string): Promise<string> {
  const entry = { contents: SMALL_LIBRARIES.get(name) ?? "", resolveDir: import.meta.dirname };
  const { outputFiles } = await build({ stdin: entry, bundle: true, format: "iife", write: false });
  return outputFiles[0]?.text ?? "";
}
