import "@rrweb/replay/dist/style.css";
import "./player.css";
import type { FromPlayer, ToPlayer } from "../pages/recordings/recordings-api.ts";
import { Stage } from "./stage.ts";

/** Runs in the frame in which recorded pages are rebuilt. The console around it sends what it plays. */
const root = document.getElementById("stage") ?? document.body;
let stage: Stage | null = null;
let sequence = 0;

function obey(message: ToPlayer, answer: (message: FromPlayer) => void): void {
  if (message.type === "open" || message.type === "seek") sequence = message.sequence;
  if (message.type === "open") {
    stage?.close();
    stage = null;
    root.replaceChildren();
    stage = new Stage(root, message.events, message, (state) => answer({ type: "state", sequence, ...state }));
  } else if (message.type === "add") stage?.add(message.events);
  else if (message.type === "seek") stage?.seek(message.at, message.plays);
  else stage?.set(message);
}

window.addEventListener("message", ({ origin, source, ports: [port] }) => {
  if (origin !== location.origin || source !== parent || !port) return;
  const answer = (message: FromPlayer) => port.postMessage(message);
  // Also called for what the replayer throws later, while it plays.
  window.addEventListener("error", () => answer({ type: "broken" }));
  port.onmessage = ({ data }: MessageEvent<ToPlayer>) => obey(data, answer);
});
window.addEventListener("resize", () => stage?.fit());
