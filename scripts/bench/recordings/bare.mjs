// The baseline of downloads: a node:http server that pipes the files named in the query, one after the other, from a
// folder or a bucket. With `unpack` it decompresses them.
import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";

const { FOLDER = "", S3_BUCKET: Bucket, S3_ENDPOINT: endpoint, S3_REGION } = process.env;
const s3 = Bucket && new S3Client({ region: S3_REGION || "us-east-1", endpoint, forcePathStyle: true });
const open = async (name) =>
  s3 ? (await s3.send(new GetObjectCommand({ Bucket, Key: name }))).Body : createReadStream(join(FOLDER, name));

const server = createServer(async (request, response) => {
  const query = new URL(request.url, "http://localhost").searchParams;
  response.writeHead(200, { "content-type": "application/x-ndjson" });
  for (const name of query.getAll("file")) {
    const steps = query.has("unpack") ? [await open(name), createGunzip()] : [await open(name)];
    await pipeline([...steps, response], { end: false });
  }
  response.end();
});
server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ port: server.address().port })));
process.on("SIGTERM", () => process.exit(0));
