/** Runs in the page: uses OpenFeature's web provider as a page does. */
import { OFREPWebProvider } from "@openfeature/ofrep-web-provider";
import { type EvaluationContext, OpenFeature, ProviderEvents } from "@openfeature/web-sdk";

interface Start {
  readonly baseUrl: string;
  readonly key: string;
  readonly context: EvaluationContext;
}

interface Flags {
  readonly flags: readonly { readonly key: string; readonly hasVariants: boolean }[];
  /** The code default of flags with variants. */
  readonly fallback: string;
}

const page = {
  /** The keys of flags whose change was announced. */
  changed: [] as string[],
  async start({ baseUrl, key, context }: Start): Promise<void> {
    await OpenFeature.setContext(context);
    OpenFeature.addHandler(ProviderEvents.ConfigurationChanged, (event) => {
      page.changed.push(...((event?.flagsChanged as string[] | undefined) ?? []));
    });
    const headers: [string, string][] = [["Authorization", `Bearer ${key}`]];
    await OpenFeature.setProviderAndWait(new OFREPWebProvider({ baseUrl, headers }));
  },
  /** Returns the value of each flag. Throws if one has an error. */
  evaluate({ flags, fallback }: Flags): Record<string, string | boolean> {
    const client = OpenFeature.getClient();
    const values = flags.map(({ key, hasVariants }) => {
      const details = hasVariants ? client.getStringDetails(key, fallback) : client.getBooleanDetails(key, false);
      if (details.errorCode !== undefined) throw new Error(`${key}: ${details.errorCode}: ${details.errorMessage}`);
      return [key, details.value] as const;
    });
    return Object.fromEntries(values);
  },
};

declare global {
  var openFeatureTest: typeof page;
}
globalThis.openFeatureTest = page;
