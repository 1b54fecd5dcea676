// Records the page, and sends what was recorded as clients do. The address of this script says where to: ?service=…&key=…
const { searchParams } = new URL(document.currentScript.src);
const session = new URLSearchParams(location.search).get("session");
const waiting = [];

async function send() {
  const events = waiting.splice(0);
  if (events.length === 0) return;
  const properties = {
    distinct_id: "ada",
    $session_id: session,
    $window_id: `${session}-window`,
    $snapshot_bytes: JSON.stringify(events).length,
    $snapshot_data: events,
  };
  const batch = [{ event: "$snapshot", properties }];
  const answer = await fetch(`${searchParams.get("service")}/batch/`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ api_key: searchParams.get("key"), batch, sent_at: new Date().toISOString() }),
  });
  if (answer.ok) window.sent += events.length;
}

window.recorded = 0;
window.sent = 0;
setInterval(send, 200);
rrweb.record({
  emit(event) {
    waiting.push(event);
    window.recorded++;
  },
});
