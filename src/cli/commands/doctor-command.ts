import type { Command } from "commander";
import { ConfigError, readConfig } from "../../settings/config.ts";
import { findUnknownSettings } from "../../settings/unknown-settings.ts";
import type { Finding } from "../../store/probe.ts";
import { type CliContext, CommandFailure } from "../cli-context.ts";
import { examples, print } from "../output.ts";

const STATE_LABELS = { ok: "ok", warning: "warning", fault: "FAULT" };

export function addDoctorCommand(program: Command, context: CliContext): void {
  program
    .command("doctor")
    .summary("check everything that the service needs")
    .description(
      "Check settings, disk, journal and storage engines: that each is reachable and complete, and that permissions " +
        "suffice. The service may be running or not. Prints a line per check. " +
        "The exit status is 1 if there is a fault.",
    )
    .option("--json", "print only a JSON object")
    .addHelpText("after", examples("doctor"))
    .action(async ({ json }: { json?: true }) => {
      const findings = await collectFindings(context);
      const faults = findings.filter(({ state }) => state === "fault").length;
      print(context, json, { ok: faults === 0, findings }, findings.map(findingToLine).join(""));
      if (faults > 0) throw new CommandFailure(faults === 1 ? "There is a fault." : `There are ${faults} faults.`);
    });
}

async function collectFindings({ environment, diagnose }: CliContext): Promise<Finding[]> {
  try {
    const config = readConfig(environment);
    const unknown = findUnknownSettings(environment);
    return [
      ...unknown.map((text): Finding => ({ subject: "settings", state: "warning", text })),
      ...(await diagnose(config)),
    ];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((text) => ({ subject: "settings", state: "fault", text }));
  }
}

function findingToLine({ subject, state, text }: Finding): string {
  return `${STATE_LABELS[state].padEnd(8)} ${subject}: ${text.replace(/\p{Cc}/gu, "?")}\n`;
}
