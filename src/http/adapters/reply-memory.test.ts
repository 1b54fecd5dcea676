import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import { newReplyMemory } from "./reply-memory.ts";

const KILOBYTE = 1024;

function open(maxBytes: number) {
  const holdReply = newReplyMemory(maxBytes);
  const disconnected: string[] = [];
  const hold = (name: string, client: string, bytes = 100 * KILOBYTE) => {
    const response = Object.assign(new EventEmitter(), { destroyed: false, destroy: () => disconnected.push(name) });
    holdReply(response as unknown as ServerResponse, bytes, () => client);
    return response;
  };
  return { hold, disconnected };
}

test("the client that leaves most unread is disconnected from its oldest replies", () => {
  const { hold, disconnected } = open(400 * KILOBYTE);
  hold("bystander", "b");
  for (const name of ["first", "second", "third", "fourth", "fifth"]) hold(name, "a");
  assert.deepEqual(disconnected, ["first", "second"]);
  hold("of another", "b");
  assert.deepEqual(disconnected, ["first", "second", "third"]);
});

test("what is read, or whose client has left, makes room", () => {
  const { hold, disconnected } = open(200 * KILOBYTE);
  for (let index = 0; index < 10; index++) hold(`read ${index}`, "a").emit("close");
  hold("one", "a").emit("close");
  hold("two", "a");
  hold("three", "a");
  assert.deepEqual(disconnected, []);
});

test("small replies are not counted, and a single one may exceed the bound", () => {
  const { hold, disconnected } = open(200 * KILOBYTE);
  for (let index = 0; index < 10; index++) hold(`small ${index}`, "a", 64 * KILOBYTE);
  hold("huge", "a", 1000 * KILOBYTE);
  assert.deepEqual(disconnected, []);
  hold("next", "b");
  assert.deepEqual(disconnected, ["huge"]);
});
