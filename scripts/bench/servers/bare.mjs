// The baseline of all multiples: a node:http server that reads a body, parses it as JSON and answers. A GET request
// names gzip files, which it decompresses and pipes.
import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";

const RESPONSE = '{"status":1}';

createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => (request.method === "POST" ? answer(chunks, response) : pipeFiles(request, response)));
}).listen(process.env.PORT, "127.0.0.1");

function answer(chunks, response) {
  JSON.parse(Buffer.concat(chunks).toString());
  response.writeHead(200, { "content-type": "application/json", "content-length": RESPONSE.length });
  response.end(RESPONSE);
}

async function pipeFiles(request, response) {
  response.writeHead(200, { "content-type": "application/x-ndjson" });
  for (const file of new URL(request.url, "http://localhost").searchParams.getAll("file"))
    await pipeline(createReadStream(file), createGunzip(), response, { end: false });
  response.end();
}
