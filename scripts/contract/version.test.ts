import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isAtLeast, raiseBetween, raisedVersion, readVersion } from "./version.ts";

describe("versions", () => {
  it("consist of three numbers", () => {
    assert.deepEqual(readVersion("1.20.3"), [1, 20, 3]);
    for (const text of ["1.0", "1.0.0-beta", "v1.0.0", ""]) assert.throws(() => readVersion(text), /three numbers/);
  });

  it("are compared by the first number that differs", () => {
    const between = (last: string, next: string) => raiseBetween(readVersion(last), readVersion(next));
    assert.equal(between("1.2.3", "1.2.3"), "none");
    assert.equal(between("1.2.3", "1.2.4"), "patch");
    assert.equal(between("1.2.3", "1.10.0"), "minor");
    assert.equal(between("1.2.3", "2.0.0"), "major");
    assert.equal(between("1.2.3", "1.1.9"), undefined);
    assert.equal(between("2.0.0", "1.9.9"), undefined);
  });

  it("accept a larger raise than required", () => {
    assert.ok(isAtLeast("major", "minor") && isAtLeast("patch", "patch") && isAtLeast("patch", "none"));
    assert.ok(!isAtLeast("minor", "major") && !isAtLeast("none", "patch"));
  });

  it("are raised to the lowest sufficient version", () => {
    assert.deepEqual(
      (["major", "minor", "patch", "none"] as const).map((by) => raisedVersion([1, 2, 3], by)),
      ["2.0.0", "1.3.0", "1.2.4", "1.2.3"],
    );
  });
});
