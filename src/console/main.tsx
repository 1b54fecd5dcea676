import { render } from "preact";
import { showColors } from "./api/place.ts";
import { App } from "./app.tsx";

showColors();
const root = document.getElementById("console");
if (root) render(<App />, root);
