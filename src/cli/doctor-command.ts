import type { Command } from "commander";
import { ConfigError, readConfig } from "../config.ts";
import type { Finding } from "../storage/ports/diagnosis.ts";
import { type CliContext, CommandFailure, printJson } from "./cli-context.ts";

const STATE_LABELS = { ok: "ok", warning: "warning", fault: "FAULT" };

/** Adds `doctor` to the program. */
export function addDoctorCommand(program: Command, context: CliContext): void {
  program
    .command("doctor")
    .summary("look at all that the service needs, and say what to do")
    .description(
      "Look at settings, disk, journal and engines, while the service runs or not: can they be reached, written and read, and is all there? " +
        "A line for each; the exit status is 1 where there is a fault.",
    )
    .option("--json", "print one JSON object and nothing else")
    .addHelpText("after", "\nExample:\n  sightline doctor")
    .action(async ({ json }: { json?: true }) => {
      const findings = await collectFindings(context);
      const faults = findings.filter(({ state }) => state === "fault").length;
      if (json) printJson(context, { ok: faults === 0, findings });
      else context.out(findings.map(findingToLine).join(""));
      if (faults > 0) throw new CommandFailure(faults === 1 ? "There is a fault." : `There are ${faults} faults.`);
    });
}

async function collectFindings({ environment, diagnose }: CliContext): Promise<Finding[]> {
  try {
    return await diagnose(readConfig(environment));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.mistakes.map((text) => ({ subject: "settings", state: "fault", text }));
  }
}

function findingToLine({ subject, state, text }: Finding): string {
  return `${STATE_LABELS[state].padEnd(8)} ${subject}: ${text.replace(/\p{Cc}/gu, "?")}\n`;
}
