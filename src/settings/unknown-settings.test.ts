import assert from "node:assert/strict";
import { test } from "node:test";
import { SETTINGS } from "./config.ts";
import { findUnknownSettings } from "./unknown-settings.ts";

test("variables that resemble a setting are found, with the setting", () => {
  const meant = {
    MONGODB_URI: "MONGODB_URL",
    MONGO_URL: "MONGODB_URL",
    DATADIR: "DATA_DIR",
    data_dir: "DATA_DIR",
    SIGHTLINE_PORT: "PORT",
    RATE_LIMIT_PER_MINUT: "RATE_LIMIT_PER_MINUTE",
  };
  const environment = Object.fromEntries(Object.keys(meant).map((name) => [name, "x"]));
  const expected = Object.entries(meant).map(
    ([name, setting]) => `${name} is not a setting and is ignored: did you mean ${setting}?`,
  );
  assert.deepEqual(findUnknownSettings(environment), expected);
});

test("settings and other variables are not reported", () => {
  const others = ["PATH", "HOME", "HOSTNAME", "PWD", "USER", "LANG", "LOGNAME", "NODE_OPTIONS", "NODE_ENV", "SHELL"];
  const services = ["MONGODB_SERVICE_HOST", "MONGODB_PORT_27017_TCP", "CLICKHOUSE_SERVICE_PORT", "AWS_REGION", "TERM"];
  const names = [...Object.keys(SETTINGS), ...others, ...services, "npm_config_port", "MAILTO", "POST", "HOSTTYPE"];
  assert.deepEqual(findUnknownSettings(Object.fromEntries(names.map((name) => [name, "x"]))), []);
});
