import assert from "node:assert/strict";
import { test } from "node:test";
import { isPublicAddress, publicLookup } from "./signed-webhook.ts";

test("addresses of the public internet are told from all others", () => {
  for (const address of ["1.1.1.1", "9.255.255.255", "172.32.0.1", "2606:4700::1111", "2a00::1"]) {
    assert.equal(isPublicAddress(address), true, address);
  }
  for (const address of [
    ...[
      "0.0.0.0",
      "10.1.2.3",
      "100.64.0.1",
      "127.0.0.1",
      "127.1.2.3",
      "169.254.169.254",
      "172.16.0.1",
      "172.31.255.255",
    ],
    ...["192.168.1.1", "224.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:1.1.1.1", "fe80::1"],
    ...["fd00::1", "ff02::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "64:ff9b::7f00:1", "nonsense", ""],
  ]) {
    assert.equal(isPublicAddress(address), false, address);
  }
});

test("a name with any private address is refused when the connection opens", async () => {
  const find = (...addresses: string[]) =>
    new Promise((resolve, reject) => {
      const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
      const lookup = publicLookup((_host, _options, done) => done(null, found));
      lookup("hooks.example", { all: true }, (error, result) => (error ? reject(error) : resolve(result)));
    });
  assert.deepEqual(await find("1.1.1.1"), [{ address: "1.1.1.1", family: 4 }]);
  await assert.rejects(find("1.1.1.1", "10.0.0.1"), { name: "PrivateAddress" });
  await assert.rejects(find("::1"), { name: "PrivateAddress" });
  await assert.rejects(find(), /no address/);
});
