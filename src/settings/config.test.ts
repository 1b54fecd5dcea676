import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError, readConfig, SETTINGS } from "./config.ts";

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test("every setting has a default", () => {
  const config = readConfig({});
  assert.deepEqual(Object.keys(config), Object.keys(SETTINGS));
  assert.equal(config.PORT, 8000);
  assert.equal(config.DATA_DIR, "./data");
  assert.equal(config.TRUST_PROXY, false);
  assert.equal(config.BODY_LIMIT_BYTES, 20 * 1024 * 1024);
  for (const [name, { help }] of Object.entries(SETTINGS)) assert.match(help, /^[A-Z].+\.$/, name);
});

test("an empty setting counts as absent, and other variables are ignored", () => {
  assert.deepEqual(readConfig({ PORT: "", SMTP_URL: "", HOME: "/root", PATHS: "x" }), readConfig({}));
});

const valid: [name: keyof typeof SETTINGS, text: string, value: unknown][] = [
  ["PORT", "0", 0],
  ["PORT", "65535", 65535],
  ["TRUST_PROXY", "true", true],
  ["LOG_LEVEL", "silent", "silent"],
  ["RATE_LIMIT_PER_MINUTE", "0", 0],
  ["PUBLIC_URL", "https://example.com/analytics", "https://example.com/analytics"],
  ["SMTP_URL", "smtps://user:p%40ss@mail.example.com", "smtps://user:p%40ss@mail.example.com"],
  [
    "MONGODB_URL",
    "mongodb://user:p%40ss@a.example:27017,b.example/db?tls=true",
    "mongodb://user:p%40ss@a.example:27017,b.example/db?tls=true",
  ],
  ["MONGODB_URL", "mongodb+srv://cluster.example.com", "mongodb+srv://cluster.example.com"],
  ["DURABILITY", "store", "store"],
  ["S3_FORCE_PATH_STYLE", "", null],
  ["S3_FORCE_PATH_STYLE", "false", false],
];
for (const [name, text, value] of valid) {
  test(`${name}=${text} is accepted`, () => assert.equal(readConfig({ [name]: text })[name], value));
}

const invalid: [name: keyof typeof SETTINGS, text: string, problem: string][] = [
  ["PORT", "65536", "PORT must be a whole number from 0 to 65535."],
  ["PORT", "-1", "PORT must be a whole number from 0 to 65535."],
  ["PORT", "80.5", "PORT must be a whole number from 0 to 65535."],
  ["PORT", "0x50", "PORT must be a whole number from 0 to 65535."],
  ["PORT", " 80", "PORT must be a whole number from 0 to 65535."],
  ["PORT", "http", "PORT must be a whole number from 0 to 65535."],
  ["SHUTDOWN_SECONDS", "0", "SHUTDOWN_SECONDS must be a whole number from 1 to 3600."],
  ["EVENT_STORE_SECONDS", "0", "EVENT_STORE_SECONDS must be a whole number from 1 to 315360000."],
  ["TRUST_PROXY", "yes", "TRUST_PROXY must be one of true, false."],
  ["LOG_LEVEL", "loud", "LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent."],
  ["RESPONSE_VALIDATION", "on", "RESPONSE_VALIDATION must be one of off, sample, log, throw."],
  ["PUBLIC_URL", "example.com", "PUBLIC_URL must be an address that begins with http:// or https://."],
  ["PUBLIC_URL", "ftp://example.com", "PUBLIC_URL must be an address that begins with http:// or https://."],
  ["SMTP_URL", "mail.example.com:25", "SMTP_URL must be an address that begins with smtp:// or smtps://."],
  ["MONGODB_URL", "mongo.example.com", "MONGODB_URL must be an address that begins with mongodb:// or mongodb+srv://."],
  ["MONGODB_URL", "mongodb://", "MONGODB_URL must be an address that begins with mongodb:// or mongodb+srv://."],
  ["S3_ENDPOINT", "s3.example.com:9000", "S3_ENDPOINT must be an address that begins with http:// or https://."],
  ["S3_FORCE_PATH_STYLE", "yes", "S3_FORCE_PATH_STYLE must be one of true, false."],
  ["S3_CHECKSUMS", "never", "S3_CHECKSUMS must be one of when_supported, when_required."],
];
for (const [name, text, problem] of invalid) {
  test(`${name}=${text} is refused with one line`, () => assert.deepEqual(problemsOf({ [name]: text }), [problem]));
}

for (const name of ["BODY_MEMORY_BYTES", "JOURNAL_MAX_BYTES"] as const) {
  test(`${name} must be at least BODY_LIMIT_BYTES`, () => {
    const limit = 3 * 1024 * 1024;
    const settings = (bytes: number) => ({ BODY_LIMIT_BYTES: String(limit), [name]: String(bytes) });
    assert.equal(readConfig(settings(limit))[name], limit);
    assert.deepEqual(problemsOf(settings(limit - 1)), [
      `${name} must be at least BODY_LIMIT_BYTES, which is ${limit}: it has to hold one such body.`,
    ]);
  });
}

test("the message has a line per problem", () => {
  const environment = { LOG_LEVEL: "loud\nand clear", PORT: "x", TRUST_PROXY: "1" };
  assert.deepEqual(
    problemsOf(environment).map((line) => line.split(" ", 1)[0]),
    ["PORT", "LOG_LEVEL", "TRUST_PROXY"],
  );
  assert.throws(
    () => readConfig(environment),
    (error: Error) => error.message.split("\n").length === 3,
  );
});

test("a problem contains no secret", () => {
  const [problem = ""] = problemsOf({ SMTP_URL: "http://user:hunter2@mail.example.com" });
  assert.match(problem, /^SMTP_URL must be/);
  assert.doesNotMatch(problem, /hunter2/);
});
