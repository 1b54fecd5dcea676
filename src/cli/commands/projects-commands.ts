import { type Command, Option } from "commander";
import { PROGRAM } from "../../lib/program-name.ts";
import { canonicalTimeZone } from "../../lib/time-zone-name.ts";
import { MAX_RETENTION_SECONDS } from "../../settings/units.ts";
import type { RemovedProject } from "../../store/ports/project-removals.ts";
import type { Store } from "../../store/ports/stores.ts";
import type { Project } from "../../store/ports/tenants.ts";
import { changeCalendar } from "../../store/records/project-settings.ts";
import { parseProjectId } from "../../store/stored-ids.ts";
import { newProjectKey } from "../../tenants/api-keys.ts";
import { type CliContext, CommandFailure, UsageError, withStore } from "../cli-context.ts";
import { formatTable } from "../output.ts";
import { describeAbsentNodes, NO_WAIT, type RemoveOptions, removeDataOf, requireYes, YES } from "./remove-projects.ts";
import { requireName } from "./setup-command.ts";
import {
  command,
  findOrganization,
  NAME,
  newGroup,
  OPTIONAL_ORGANIZATION,
  print,
  type TenantOptions,
} from "./tenant-command.ts";

/** Returns the retention of an option, in seconds: 0 is forever, null the default. Throws `UsageError`. */
function parseRetention(text: string): number | null {
  if (text === "default") return null;
  if (text === "forever") return 0;
  const seconds = Number(text);
  if (/^\d+$/.test(text) && seconds <= MAX_RETENTION_SECONDS) return seconds;
  throw new UsageError(
    `--event-retention must be seconds from 1 to ${MAX_RETENTION_SECONDS}, or \`forever\`, or \`default\`.`,
  );
}

function formatRetention(seconds: number | null): string {
  if (seconds === null) return "default";
  return seconds === 0 ? "forever" : String(seconds);
}

interface ProjectOptions {
  readonly project: string;
  readonly eventRetention: string;
  readonly timeZone: string;
  readonly weekStart: string;
}

const WEEK_STARTS = ["sunday", "monday"];

const PROJECT = ["--project <id>", "id of the project, from `projects list`"] as const;

export function addProjectsCommands(program: Command, context: CliContext): void {
  const group = newGroup(program, "projects", "list, add, rename, set up and remove projects");
  command(group, "list", "list all projects").action(async ({ json }: TenantOptions) => {
    const { listed, removing } = await withStore(context, async ({ tenants, projectRemovals }) => {
      const unconfirmed = await projectRemovals.unconfirmed();
      return {
        listed: await tenants.listProjects(),
        removing: unconfirmed.filter(({ stage }) => stage === "removing"),
      };
    });
    const rows = [
      ...listed.map(({ id, organizationId, eventRetentionSeconds, name }) => {
        return [id, organizationId, formatRetention(eventRetentionSeconds), name];
      }),
      ...removing.map(({ id, organizationId, name }) => [id, organizationId, "being removed", name]),
    ];
    const table = formatTable(["ID", "ORGANIZATION", "EVENT RETENTION", "NAME"], rows);
    print(context, json, [...listed.map(projectToJson), ...removing.map(removedProjectToJson)], table);
  });
  command(group, "add", "add a project to an organization, with a project API key")
    .option(...OPTIONAL_ORGANIZATION)
    .requiredOption(...NAME)
    .action(async ({ organization, name, json }: TenantOptions) => {
      requireName("name", name);
      const { project, secret } = await withStore(context, async (store) => {
        const { id: organizationId } = await findOrganization(organization, store);
        const now = context.now();
        const project = await store.tenants.addProject({ organizationId, name, createdAt: now });
        const { key, secret } = newProjectKey(project.id, { label: "first", now });
        await store.keys.insert(key);
        return { project, secret };
      });
      const text = `Project:          ${project.id}\nProject API key:  ${secret}\n`;
      print(context, json, { ...projectToJson(project), project_api_key: secret }, text);
    });
  command(group, "rename", "rename a project")
    .requiredOption(...PROJECT)
    .requiredOption(...NAME)
    .action(async ({ project: option, name, json }: TenantOptions & ProjectOptions) => {
      requireName("name", name);
      const renamed = await withStore(context, async (store) => {
        const project = await findProject(option, store);
        await store.tenants.renameProject(project.id, name);
        return { ...project, name };
      });
      print(context, json, projectToJson(renamed), `The project is now called ${name}.\n`);
    });
  command(group, "remove", "remove a project, its keys and all of its data")
    .requiredOption(...PROJECT)
    .option(...YES)
    .option(...NO_WAIT)
    .action(async ({ project: option, yes, wait, json }: TenantOptions & ProjectOptions & RemoveOptions) => {
      const { removed, absent } = await withStore(context, async (store) => {
        const id = parseProjectId(option) ?? "";
        const absent = await describeAbsentNodes(store, context.now());
        const removal = await store.projectRemovals.find(id);
        if (removal?.stage === "removing") return { removed: removal, absent };
        const project = await findProject(option, store);
        requireYes(yes, `the project ${project.name}`);
        return { removed: await store.projectRemovals.begin(project.id, context.now()), absent };
      });
      if (removed === null) throw new CommandFailure(`There is no project ${option}.`);
      if (wait) await removeDataOf([removed], context);
      const text = wait ? "The project and its data are removed.\n" : "The project is removed, its data soon.\n";
      print(context, json, { ...removedProjectToJson(removed), removing: !wait, ...absent.json }, text + absent.text);
    });
  command(group, "set", "change settings of a project")
    .requiredOption(...PROJECT)
    .option("--event-retention <seconds>", "how long its events are kept: seconds, `forever` or `default`")
    .option("--time-zone <name>", "whose days answers count, such as Europe/Oslo")
    .addOption(new Option("--week-start <day>", "the first day of a week in answers").choices(WEEK_STARTS))
    .action(async ({ project: option, json, ...options }: TenantOptions & ProjectOptions) => {
      const changes = parseSettings(options);
      const changed = await withStore(context, async (store) => {
        const project = await findProject(option, store);
        const { eventRetentionSeconds = project.eventRetentionSeconds, ...calendar } = changes;
        await store.tenants.setEventRetention(project.id, eventRetentionSeconds);
        return { ...project, eventRetentionSeconds, ...(await changeCalendar(project.id, calendar, store.records)) };
      });
      const { name, eventRetentionSeconds, timeZone, weekStart } = changed;
      const text = `Settings of ${name}: event retention ${formatRetention(eventRetentionSeconds)}, time zone \
${timeZone}, weeks from ${WEEK_STARTS[weekStart]}.\n`;
      print(context, json, { ...projectToJson(changed), timezone: timeZone, week_start_day: weekStart }, text);
    });
}

function parseSettings({ eventRetention, timeZone, weekStart }: Partial<ProjectOptions>) {
  if (eventRetention === undefined && timeZone === undefined && weekStart === undefined) {
    throw new UsageError("Name a setting: --event-retention, --time-zone or --week-start.");
  }
  const zone = timeZone === undefined ? undefined : canonicalTimeZone(timeZone);
  if (zone === null) throw new UsageError(`There is no time zone ${timeZone}: use one like Europe/Oslo.`);
  return {
    ...(eventRetention === undefined ? {} : { eventRetentionSeconds: parseRetention(eventRetention) }),
    ...(zone === undefined ? {} : { timeZone: zone }),
    ...(weekStart === undefined ? {} : { weekStart: weekStart === "monday" ? (1 as const) : (0 as const) }),
  };
}

async function findProject(option: string, { tenants }: Store): Promise<Project> {
  const id = parseProjectId(option);
  const project = id === null ? null : await tenants.findProject(id);
  if (project !== null) return project;
  throw new CommandFailure(`There is no project ${option}: see \`${PROGRAM} projects list\`.`);
}

function projectToJson({ id, organizationId, name, eventRetentionSeconds }: Project): object {
  const common = { id, organization_id: organizationId, name };
  return { ...common, event_retention_seconds: eventRetentionSeconds, removing: false };
}

function removedProjectToJson({ id, organizationId, name }: RemovedProject): object {
  return { id, organization_id: organizationId, name, event_retention_seconds: null, removing: true };
}
