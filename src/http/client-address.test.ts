import assert from "node:assert/strict";
import { test } from "node:test";
import { clientAddress } from "./client-address.ts";

function addressOf(remoteAddress: string, forwarded?: string, trustsProxy = true): string {
  const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  return clientAddress({ headers, socket: { remoteAddress } }, trustsProxy);
}

test("without a trusted proxy it is the address of the connection", () => {
  assert.equal(addressOf("192.0.2.1", "198.51.100.7", false), "192.0.2.1");
  assert.equal(addressOf("::ffff:192.0.2.1"), "192.0.2.1");
});

test("behind a trusted proxy it is the address that the proxy saw, not one that the client wrote", () => {
  assert.equal(addressOf("127.0.0.1", "198.51.100.7"), "198.51.100.7");
  assert.equal(addressOf("127.0.0.1", "203.0.113.1, 198.51.100.7"), "198.51.100.7");
  assert.equal(addressOf("127.0.0.1", "198.51.100.7:50000"), "198.51.100.7");
  for (const text of ["", "unknown", "a, b", "1.2.3", "::g"]) assert.equal(addressOf("127.0.0.1", text), "127.0.0.1");
});

test("clients of one IPv6 network count together, in any spelling", () => {
  const network = "2001:db8:0:5::/64";
  for (const text of ["2001:db8:0:5::1", "2001:0DB8::5:1:2:3:4", "2001:db8:0:5:a:b:c:d", "[2001:db8:0:5::1]:443"]) {
    assert.equal(addressOf("127.0.0.1", text), network, text);
  }
  assert.equal(addressOf("::1"), "0:0:0:0::/64");
  assert.equal(addressOf("fe80::1%eth0"), "fe80:0:0:0::/64");
  assert.notEqual(addressOf("2001:db8::1"), network);
});
