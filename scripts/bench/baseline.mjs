// The baseline of all ratios: a node:http server that reads a body, parses it and answers.
import { createServer } from "node:http";

const RESPONSE = '{"status":1}';

const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    JSON.parse(Buffer.concat(chunks).toString());
    response.writeHead(200, { "content-type": "application/json", "content-length": RESPONSE.length });
    response.end(RESPONSE);
  });
});
server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ port: server.address().port })));
process.on("SIGTERM", () => process.exit(0));
