// Records the page and sends the events like a client library. The URL of this script has the target: ?service=…&key=…
const { searchParams } = new URL(document.currentScript.src);
const session = new URLSearchParams(location.search).get("session");
const queue = [];

async function send() {
  const events = queue.splice(0);
  if (events.length === 0) return;
  const properties = {
    distinct_id: "ada",
    $session_id: session,
    $window_id: `${session}-window`,
    $snapshot_bytes: JSON.stringify(events).length,
    $snapshot_data: events,
  };
  const batch = [{ event: "$snapshot", properties }];
  const response = await fetch(`${searchParams.get("service")}/batch/`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ api_key: searchParams.get("key"), batch, sent_at: new Date().toISOString() }),
  });
  if (response.ok) window.sent += events.length;
}

window.recorded = 0;
window.sent = 0;
setInterval(send, 200);
rrweb.record({
  emit(event) {
    queue.push(event);
    window.recorded++;
  },
});
