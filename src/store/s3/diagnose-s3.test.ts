import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { ListMultipartUploadsCommand } from "@aws-sdk/client-s3";
import { collect } from "../../../test/conformance/samples.ts";
import { noS3Server, removeTestBucket, testS3Options } from "../../../test/support/engines/test-s3.ts";
import { diagnoseS3, openS3 } from "./s3.ts";
import { newS3Client } from "./s3-client.ts";

const skip = noS3Server ?? false;

test("checks a bucket and leaves nothing in it", { skip }, async (t) => {
  const options = testS3Options(`sightline-${randomUUID()}`);
  const absent = await diagnoseS3(options);
  assert.deepEqual(
    absent.map(({ subject, state }) => [subject, state]),
    [
      ["S3 bucket", "warning"],
      ["clock", "ok"],
    ],
  );
  assert.match(absent[0]?.text ?? "", /does not exist/);
  const store = await openS3(options);
  t.after(() => removeTestBucket(options.bucket));
  t.after(() => store.close());
  const findings = await diagnoseS3(options);
  assert.equal(findings.length, 4);
  for (const { state, text } of findings) assert.equal(state, "ok", text);
  assert.deepEqual(await collect(store.files.list("")), []);
  const client = newS3Client(options);
  t.after(() => client.destroy());
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: options.bucket }));
  assert.deepEqual(Uploads, []);
});

test("reports rejected credentials with advice and without secrets", { skip }, async (t) => {
  const secret = process.env.AWS_SECRET_ACCESS_KEY;
  t.after(() => {
    process.env.AWS_SECRET_ACCESS_KEY = secret;
  });
  process.env.AWS_SECRET_ACCESS_KEY = "hunter2";
  const [finding] = await diagnoseS3(testS3Options("any-bucket"));
  assert.equal(finding?.state, "fault");
  const expected = /^S3 does not accept the secret access key\. What to do: replace AWS_ACCESS_KEY_ID/;
  assert.match(finding?.text ?? "", expected);
  assert.doesNotMatch(JSON.stringify(finding), /hunter2/);
});
