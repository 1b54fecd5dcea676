import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { takeTurns } from "./http-server.ts";

/** Starts a server that notes the paths of requests in the order in which they start, and opens connections to it. */
async function startServer(t: TestContext, connections: number): Promise<{ started: string[]; sockets: Socket[] }> {
  const started: string[] = [];
  const server = createServer(
    takeTurns((request, response) => {
      started.push(request.url ?? "");
      response.end("done");
    }),
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const sockets = Array.from({ length: connections }, () => connect(port, "127.0.0.1"));
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  for (const socket of sockets) socket.on("error", () => undefined).resume();
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { started, sockets };
}

const requests = (path: string, count: number) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(count);

test("a connection with many requests at once lets another one in between", async (t) => {
  const { started, sockets } = await startServer(t, 2);
  const [greedy, modest] = sockets;
  greedy?.write(requests("/greedy", 90));
  modest?.write(requests("/modest", 1));
  while (started.length < 91) await once(greedy as Socket, "data");
  assert.equal(started.filter((path) => path === "/greedy").length, 90);
  assert.ok(started.indexOf("/modest") < 90, `the other one came as number ${started.indexOf("/modest") + 1}`);
});

test("requests of a connection start in order, the next when the one before is answered", async (t) => {
  const { started, sockets } = await startServer(t, 1);
  const paths = Array.from({ length: 50 }, (_, index) => `/${index}`);
  sockets[0]?.write(paths.map((path) => requests(path, 1)).join(""));
  while (started.length < paths.length) await once(sockets[0] as Socket, "data");
  assert.deepEqual(started, paths);
});

test("a connection may send any number of requests if few wait at a time", async (t) => {
  const { started, sockets } = await startServer(t, 1);
  const [socket] = sockets;
  const closed = once(socket as Socket, "close").then(() => assert.fail("it was closed"));
  closed.catch(() => undefined); // as it is when the test has ended
  for (let sent = 60; sent <= 180; sent += 60) {
    socket?.write(requests("/", 60));
    while (started.length < sent) await Promise.race([once(socket as Socket, "data"), closed]);
  }
});

test("a connection with too many waiting requests is closed, and the others go on", async (t) => {
  const { started, sockets } = await startServer(t, 2);
  const [greedy, modest] = sockets;
  greedy?.write(requests("/greedy", 2000));
  greedy?.on("error", () => undefined); // some versions of Node reset the connection
  await new Promise((resolve) => greedy?.on("close", resolve));
  assert.ok(started.length < 2000);
  modest?.write(requests("/modest", 1));
  await once(modest as Socket, "data");
  assert.ok(started.includes("/modest"));
});
