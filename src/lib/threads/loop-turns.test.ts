import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { test } from "node:test";
import { countArrival, nextTurn, runInTurns } from "./loop-turns.ts";

test("others have turns of the event loop between two callers", async () => {
  let others = 0;
  let isDone = false;
  const count = () => {
    others += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const seen: number[] = [];
  await Promise.all(Array.from({ length: 5 }, () => nextTurn().then(() => seen.push(others))));
  isDone = true;
  assert.equal(new Set(seen).size, 5, `each caller has a turn of its own: ${seen}`);
});

test("a client that waits for many turns delays another by one", async () => {
  const ended: string[] = [];
  const wait = (client: string) => nextTurn(client).then(() => ended.push(client));
  await Promise.all([...Array.from({ length: 20 }, () => wait("many")), wait("one")]);
  assert.ok(ended.indexOf("one") <= 2, ended.join());
});

test("connections that have arrived are accepted before a caller's turn", async (context) => {
  const arrived = 50;
  let accepted = 0;
  const server = createServer((socket) => {
    accepted += 1;
    countArrival();
    socket.on("error", () => undefined);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const clients = Array.from({ length: arrived }, () => connect(port, "127.0.0.1"));
  context.after(() => {
    for (const client of clients) client.destroy();
    server.close();
  });
  await once(server, "connection");
  await Promise.all(clients.map((client) => client.readyState === "open" || once(client, "connect")));
  await nextTurn("", Number.POSITIVE_INFINITY); // however long a busy machine takes to accept them
  assert.equal(accepted, arrived);
});

test("others have turns between steps that take long", async () => {
  let others = 0;
  const other = () => {
    others += 1;
  };
  function* work() {
    for (let step = 0; step < 3; step++) {
      setImmediate(other);
      for (const end = performance.now() + 12; performance.now() < end; );
      yield;
    }
    return others;
  }
  assert.ok((await runInTurns(work())) >= 2);
});
