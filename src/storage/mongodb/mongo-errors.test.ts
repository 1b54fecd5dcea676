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
import { StoreUnavailable } from "../ports/common.ts";
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
  ];
  for (const error of errors) assert.ok(isUnavailable(error), error.message);
});

test("an error of the values, the program or the settings stays what it is", () => {
  const errors = [
    new MongoInvalidArgumentError("Invalid argument"),
    new MongoMissingDependencyError("Missing module", { dependencyName: "x", cause: new Error("x") }),
    new MongoParseError("Invalid URL"),
    new TypeError("x is not a function"),
    ...[2, 261, 11000, 17280].map(serverError),
  ];
  for (const error of errors) assert.equal(storeError(error), error);
});
