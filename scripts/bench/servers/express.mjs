// Express with express-openapi-validator, validating requests by the contract. It stores nothing.
import express from "express";
import { middleware } from "express-openapi-validator";

const app = express();
app.use(express.json({ limit: "32mb" }));
app.use(middleware({ apiSpec: "generated/complete.json", validateRequests: true, validateSecurity: false }));
app.post(["/capture/", "/batch/"], (_request, response) => response.json({ status: 1 }));
app.use((error, _request, response, _next) => response.status(error.status ?? 500).json({ error: error.message }));
app.listen(Number(process.env.PORT), "127.0.0.1");
