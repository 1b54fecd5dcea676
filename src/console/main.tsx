import { render } from "preact";
import { chosenColors, showColors } from "./api/place.ts";
import { App } from "./app.tsx";

showColors(chosenColors());
const root = document.getElementById("console");
if (root) render(<App />, root);
