import assert from "node:assert/strict";
import { test } from "node:test";
import {
  MongoClientClosedError,
  MongoCursorExhaustedError,
  MongoExpiredSessionError,
  MongoInvalidArgumentError,
  MongoMissingDependencyError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoParseError,
  MongoServerClosedError,
  MongoServerError,
  MongoTopologyClosedError,
  MongoUnexpectedServerResponseError,
} from "mongodb";
import { StoreFault, StoreUnavailable } from "../ports/common.ts";
import { storeError } from "./mongo-errors.ts";

const isUnavailable = (error: unknown) => storeError(error) instanceof StoreUnavailable;
const serverError = (code: number) => new MongoServerError({ message: `Code ${code}`, code });

test("whatever ends an operation from outside makes the store unavailable", () => {
  const errors = [
    new MongoClientClosedError(),
    new MongoCursorExhaustedError("Cursor is exhausted"),
    new MongoExpiredSessionError(),
    new MongoNetworkError("connection 1 closed"),
    new MongoNotConnectedError("Client must be connected before running operations"),
    new MongoServerClosedError(),
    new MongoTopologyClosedError(),
    new MongoUnexpectedServerResponseError("Server selection failed for retry"),
    // InternalError, CursorNotFound, ShutdownInProgress, PrimarySteppedDown, NotWritablePrimary, InterruptedAtShutdown
    ...[1, 43, 91, 189, 10107, 11600].map(serverError),
    Object.assign(new Error("queryA ETIMEOUT"), { syscall: "queryA" }),
    Object.assign(new Error("write ECONNRESET"), { syscall: "write", code: "ECONNRESET" }),
  ];
  for (const error of errors) assert.ok(isUnavailable(error), error.message);
});

test("an error of the values, the program or the settings stays what it is", () => {
  const errors = [
    new MongoInvalidArgumentError("Invalid argument"),
    new MongoMissingDependencyError("Missing module", { dependencyName: "x", cause: new Error("x") }),
    new MongoParseError("Invalid URL"),
    new TypeError("x is not a function"),
    Object.assign(new Error("write ENOSPC"), { syscall: "write", code: "ENOSPC" }), // of a backup's file
    // BadValue, ShardKeyNotFound, TransactionTooLarge, a key or a document that is too large
    ...[2, 61, 257, 261, 11000, 17280, 10334, 285999133].map(serverError),
  ];
  for (const error of errors) assert.equal(storeError(error), error);
});

test("a refusal of the service is a fault that names what to check, without what was sent", () => {
  const message =
    'not authorized on sightline to execute command { insert: "events", documents: [ { email: "ada" } ] }';
  const fault = storeError(new MongoServerError({ message, code: 13 }));
  assert.ok(fault instanceof StoreFault);
  assert.match(fault.message, /^MongoDB refuses the service: not authorized on sightline\. .*`sightline doctor`/);
  for (const code of [11, 18, 20, 8000]) assert.ok(storeError(serverError(code)) instanceof StoreFault);
});
