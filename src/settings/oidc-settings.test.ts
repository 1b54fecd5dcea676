import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError, readConfig } from "./config.ts";
import { findUnknownSettings } from "./unknown-settings.ts";

const OKTA = {
  OIDC_OKTA_ISSUER: "https://example.okta.com",
  OIDC_OKTA_CLIENT_ID: "client",
  OIDC_OKTA_CLIENT_SECRET: "hunter2",
};

function problemOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return "";
}

test("providers are read in the order of their names, with their own settings", () => {
  const azure = { OIDC_AZURE_AD_LABEL: "Azure", OIDC_AZURE_AD_TRUST_EMAIL: "true" };
  const required = {
    OIDC_AZURE_AD_ISSUER: "http://azure",
    OIDC_AZURE_AD_CLIENT_ID: "a",
    OIDC_AZURE_AD_CLIENT_SECRET: "b",
  };
  const { OIDC_PROVIDERS: providers } = readConfig({
    OIDC_PROVIDERS: "okta, azure-ad,",
    ...OKTA,
    ...azure,
    ...required,
  });
  assert.deepEqual(providers, [
    {
      id: "okta",
      issuer: "https://example.okta.com",
      clientId: "client",
      clientSecret: "hunter2",
      label: "Okta",
      trustsEmail: false,
    },
    { id: "azure-ad", issuer: "http://azure", clientId: "a", clientSecret: "b", label: "Azure", trustsEmail: true },
  ]);
  assert.deepEqual(readConfig(OKTA).OIDC_PROVIDERS, []);
});

for (const names of ["Okta", "okta,okta", "link", "a/b", "_", "x".repeat(31)]) {
  test(`OIDC_PROVIDERS=${names} is refused`, () => {
    assert.match(problemOf({ OIDC_PROVIDERS: names, ...OKTA }), /^OIDC_PROVIDERS must be different names of/);
  });
}

const invalid: [settings: Record<string, string>, problem: string][] = [
  [{ OIDC_OKTA_ISSUER: "" }, "OIDC_OKTA_ISSUER is missing"],
  [{ OIDC_OKTA_CLIENT_SECRET: "" }, "OIDC_OKTA_CLIENT_SECRET is missing"],
  [{ OIDC_OKTA_ISSUER: "okta" }, "OIDC_OKTA_ISSUER must be an address that begins with https:// or http://"],
  [{ OIDC_OKTA_ISSUER: "https://a:hunter2@b" }, "OIDC_OKTA_ISSUER must be an address without ?, # and @"],
  [{ OIDC_OKTA_LABEL: "x".repeat(41) }, "OIDC_OKTA_LABEL must have up to 40 characters"],
  [{ OIDC_OKTA_TRUST_EMAIL: "yes" }, "OIDC_OKTA_TRUST_EMAIL must be one of true, false"],
];
for (const [settings, problem] of invalid) {
  test(`${JSON.stringify(settings)} is refused without a secret`, () => {
    const text = problemOf({ OIDC_PROVIDERS: "okta", ...OKTA, ...settings });
    assert.equal(text, `OIDC_PROVIDERS must be names of providers with valid settings: ${problem}.`);
  });
}

test("misspelt settings of a provider are noticed", () => {
  const [sentence] = findUnknownSettings({ OIDC_PROVIDERS: "okta", ...OKTA, OIDC_OKTA_TRUSTEMAIL: "true" });
  assert.match(
    sentence ?? "",
    /^OIDC_OKTA_TRUSTEMAIL is not a setting and is ignored: did you mean OIDC_OKTA_TRUST_EMAIL/,
  );
});
