// A server that does nothing, in a process of its own: how long it makes its client wait is the machine's doing.
import { createServer } from "node:http";

const server = createServer((request, response) => {
  request.resume().on("end", () => response.end("{}"));
});
server.listen(0, "127.0.0.1", () => process.send(server.address().port));
process.on("disconnect", () => process.exit());
