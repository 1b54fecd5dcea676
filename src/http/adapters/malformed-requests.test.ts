import assert from "node:assert/strict";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { test } from "node:test";
import { refuseMalformedRequests } from "./malformed-requests.ts";

test("headers that arrive too slowly are refused in the shape of all errors", async (context) => {
  const server = createServer({ headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 20 });
  refuseMalformedRequests(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  context.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  let answer = "";
  const socket = connect(port, "127.0.0.1").on("data", (bytes) => (answer += bytes));
  socket.write("POST / HTTP/1.1\r\nHost: x\r\n");
  await new Promise((resolve) => socket.on("close", resolve));
  assert.match(answer, /^HTTP\/1\.1 408 Request Timeout\r\nX-Request-Id: [0-9a-f-]{36}\r\n.*"code":"request_timeout"/s);
});
