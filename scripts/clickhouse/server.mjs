// ClickHouse's HTTP interface, as far as its official client needs it, in front of the engine in this process (chdb), on loopback only.
// Prints its address; what it keeps ends with it. An argument is the port.
import { createServer } from "node:http";
import { Session } from "chdb";

const session = new Session();

/** The query is in the address, the body or both: then the body holds the rows of an INSERT. */
function queryOf(address, body) {
  const named = address.searchParams.get("query");
  return named === null ? body : `${named}\n${body}`;
}

/** Sets the query's parameters: over HTTP they are text in ClickHouse's own notation, as they are here. */
function setParameters({ searchParams }) {
  for (const [name, value] of searchParams) {
    if (name.startsWith("param_")) session.query(`SET ${name} = '${value.replace(/[\\']/g, "\\$&")}'`);
  }
}

async function answer(request, response) {
  const address = new URL(request.url, "http://127.0.0.1");
  if (address.pathname === "/ping") return response.end("Ok.\n");
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    // Without a pause in between, so that no other request sets them anew.
    setParameters(address);
    response.end(session.query(queryOf(address, Buffer.concat(chunks).toString()), "TabSeparated"));
  } catch (error) {
    const code = error.clickhouseCode ?? /^Code: (\d+)/.exec(error.message)?.[1] ?? 1000;
    response.writeHead(500, { "X-ClickHouse-Exception-Code": String(code) }).end(error.message);
  }
}

const server = createServer(answer);
server.listen(Number(process.argv[2] ?? 0), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
process.once("SIGTERM", () => {
  server.close();
  server.closeAllConnections();
  session.close();
});
