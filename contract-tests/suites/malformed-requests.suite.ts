import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { describe, test } from "node:test";
import { needs, target } from "../client/target.ts";

/** Sends text, and returns all that comes back until the connection ends. */
function exchangeText(text: string): Promise<string> {
  const { hostname, port } = new URL(target.direct);
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(text));
    socket.on("data", (chunk) => (received += chunk.toString()));
    socket.on("error", reject).on("close", () => resolve(received));
  });
}

const post = "POST /capture/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
const cases: [name: string, text: string, status: number, code: string][] = [
  ["no HTTP", "hello\r\n\r\n", 400, "parse_error"],
  ["an invalid header", `${post}a b c\r\n\r\n`, 400, "parse_error"],
  ["headers that are too long", `${post}x: ${"x".repeat(20_000)}\r\n\r\n`, 431, "headers_too_large"],
  ["an invalid length", `${post}Content-Length: -1\r\n\r\n`, 400, "parse_error"],
  ["no Host", "GET /_health HTTP/1.1\r\n\r\n", 400, "parse_error"],
  ["two Hosts", "GET /_health HTTP/1.0\r\nHost: x\r\nhost: x\r\n\r\n", 400, "parse_error"],
  ["a tunnel", "CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n", 400, "parse_error"],
  ["two transfer codings", `${post}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`, 400, "parse_error"],
  ["an invalid chunk", `${post}Transfer-Encoding: chunked\r\n\r\nzebra\r\n`, 400, "parse_error"],
];

describe("a request that is not valid HTTP gets an error of the usual shape", needs("wire"), () => {
  for (const [name, text, status, code] of cases) {
    test(name, async () => {
      const [head = "", body = ""] = (await exchangeText(text)).split("\r\n\r\n");
      assert.match(head, new RegExp(`^HTTP/1.1 ${status} `));
      assert.match(head, /content-type: application\/json/i);
      const error = JSON.parse(body);
      assert.deepEqual([error.code, Object.keys(error)], [code, ["type", "code", "detail"]]);
    });
  }

  test("an unknown expectation is ignored", async () => {
    const request = "GET /_health HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: cake\r\n\r\n";
    assert.match(await exchangeText(request), /^HTTP\/1.1 200 /);
  });

  test("the host of an absolute target is ignored", async () => {
    for (const host of ["y", "[::1"]) {
      const request = `GET http://${host}/_health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      assert.match(await exchangeText(request), /^HTTP\/1.1 200 /);
    }
  });
});

describe("a client that waits for 100 Continue", needs("wire"), () => {
  const waiting = `${post}Expect: 100-continue\r\n`;
  for (const [name, text, status] of [
    ["a body that is too large", `${waiting}Content-Length: 99999999\r\n\r\n`, 413],
    ["a body of the wrong type", `${waiting.replace("json", "xml")}Content-Length: 9\r\n\r\n`, 415],
    ["no key", `${waiting.replace("capture", "api/users/@me/keys")}Content-Length: 9\r\n\r\n`, 401],
    ["an unknown path", `${waiting.replace("capture", "nothing")}Content-Length: 9\r\n\r\n`, 404],
  ] as const) {
    test(`is refused at once and disconnected: ${name}`, async () => {
      assert.match(await exchangeText(text), new RegExp(`^HTTP/1.1 ${status} [^]*\r\nConnection: close\r\n`));
    });
  }

  test("is asked for a body that is read", async () => {
    const { hostname, port } = new URL(target.direct);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.write(`${waiting}Connection: close\r\nContent-Length: 2\r\n\r\n`);
    assert.match(String(await once(socket, "data")), /^HTTP\/1.1 100 Continue\r\n\r\n$/);
    socket.write("{}");
    assert.match(String(await once(socket, "data")), /^HTTP\/1.1 4/);
    socket.destroy();
  });
});
