import { ExperimentRequest } from "../../../generated/console.ts";
import { type Call, type Schemas, useKnownNames, useOperation, usePages } from "../api/operations.ts";
import { useGo } from "../api/place.ts";
import { ConfirmButton, DeleteButton, DialogButton } from "../components/dialog.tsx";
import { Field, TextField } from "../components/field.tsx";
import { DialogForm, useForm } from "../components/form.tsx";
import { formatFigure } from "../components/format.ts";
import { Card, EmptyState, Loaded, Message, Page, PageLink, pageOfOne } from "../components/page.tsx";
import { Facts } from "../components/properties.tsx";
import { changed, Listing, Table } from "../components/table.tsx";
import { Code, formatCount, Time } from "../components/text.tsx";
import { LineChart } from "./questions/result/line-chart.tsx";

type Experiment = Schemas["Experiment"];
type Metric = Schemas["ExperimentMetricResult"];

function stateOf({ archived, start_date, end_date, conclusion }: Experiment): string {
  if (archived) return "Archived";
  if (start_date === null) return "Draft";
  return end_date === null ? "Running" : `Ended${conclusion ? `: ${conclusion.replace("_", " ")}` : ""}`;
}

function ListPage() {
  return (
    <Page
      title="Experiments"
      actions={
        <DialogButton kind="main" label="New experiment">
          {(onClose) => <NewDialog onClose={onClose} />}
        </DialogButton>
      }
    >
      <Listing
        of={usePages("experiments_list", {}, { isInAddress: true })}
        caption="Experiments"
        columns={[
          { title: "Name", cell: ({ id, name }) => <PageLink to={["experiments", id]}>{name}</PageLink> },
          { title: "State", cell: stateOf },
          { title: "Flag", cell: ({ feature_flag_key }) => <Code>{feature_flag_key}</Code> },
          ...changed,
        ]}
        empty="There is no experiment yet"
        says="An experiment shows some persons something new, and says whether they do what you hope for more often."
      />
    </Page>
  );
}

function NewDialog({ onClose }: { readonly onClose: () => void }) {
  const go = useGo();
  const initial = { name: "", description: "", feature_flag_key: "", event: "", effect: "10" };
  const form = useForm(initial, async ({ event, effect, ...fields }, call) => {
    const metric = { metric_type: "funnel" as const, name: event, series: [{ event }] };
    const parameters = { minimum_detectable_effect: Number(effect) };
    const { id } = await call("experiments_create", { body: { ...fields, metrics: [metric], parameters } });
    go("experiments", String(id));
  });
  return (
    <DialogForm title="New experiment" submit="Create" {...{ form, onClose }}>
      <Field label="Name" required autoFocus {...ExperimentRequest.name} {...form.field("name")} />
      <TextField label="What you expect, and why" rows={2} {...form.field("description")} />
      <Field
        label="Key of the flag"
        hint="If there is no such flag, it is created with the variants control and test."
        required
        {...form.field("feature_flag_key")}
      />
      <Field
        label="What persons should do more often"
        hint="The name of an event."
        required
        suggestions={useKnownNames("event")}
        {...form.field("event")}
      />
      <Field
        label="The smallest difference that matters, in percent"
        type="number"
        min="1"
        required
        {...form.field("effect")}
      />
    </DialogForm>
  );
}

const BACK = <PageLink to={["experiments"]}>Experiments</PageLink>;

const ExperimentPage = pageOfOne(
  "experiments",
  { title: "Experiment", back: BACK },
  ({ one: experiment, reload: onChanged }) => (
    <Page title={experiment.name} back={BACK} actions={<Actions {...{ experiment, onChanged }} />}>
      {experiment.start_date === null ? (
        <EmptyState
          title="The experiment is not launched yet"
          says="Build the variants, and launch it: the flag is turned on, and persons are divided."
        />
      ) : (
        <ResultCards key={experiment.version} id={String(experiment.id)} />
      )}
      <Plan experiment={experiment} />
    </Page>
  ),
);

const variantsOf = ({ parameters = {} }: Experiment) => parameters.feature_flag_variants ?? [];

function Actions({ experiment, onChanged }: { readonly experiment: Experiment; readonly onChanged: () => void }) {
  const { name, feature_flag_key: key, start_date, end_date, version } = experiment;
  const id = String(experiment.id);
  const change = async (call: Call, body: Schemas["ExperimentPatch"]) => {
    await call("experiments_partial_update", { id, body: { ...body, version } });
    onChanged();
  };
  const now = () => new Date().toISOString();
  const end = async (call: Call, conclusion: Experiment["conclusion"], variant?: string) => {
    const { results } = await call("feature_flags_list", { search: key, limit: 1000 });
    const flag = results.find((one) => one.key === key);
    if (!flag) throw new Error(`There is no flag ${key} any more.`);
    const groups = [{ properties: [], rollout_percentage: 100, variant }];
    const rules = variant === undefined ? { active: false } : { active: true, filters: { ...flag.filters, groups } };
    await call("feature_flags_partial_update", { id: String(flag.id), body: { ...rules, version: flag.version } });
    await change(call, { conclusion, end_date: end_date ?? now() });
  };
  const [baseline, ...others] = variantsOf(experiment).map((variant) => variant.key);
  const shipped = baseline === "control" ? others : [baseline ?? "", ...others].filter((one) => one !== "control");
  const isDecidable = start_date !== null && experiment.conclusion === null;
  return (
    <>
      {start_date === null && (
        <ConfirmButton
          {...{ kind: "main", label: "Launch", title: `Launch ${name}?`, isHarmless: true }}
          says={`The flag ${key} is turned on, and persons are divided.`}
          act={(call) => change(call, { start_date: now() })}
        />
      )}
      {isDecidable &&
        shipped.map((variant) => (
          <ConfirmButton
            key={variant}
            {...{ label: `Ship ${variant}`, title: `Ship ${variant}?`, isHarmless: true }}
            says={`Within seconds everyone gets the variant ${variant} of ${key}, and the experiment ends.`}
            act={(call) => end(call, "won", variant)}
          />
        ))}
      {isDecidable && (
        <ConfirmButton
          {...{ label: "Turn the flag off", title: `Turn ${key} off?` }}
          says="Within seconds nobody gets the flag, and the experiment ends."
          act={(call) => end(call, "lost")}
        />
      )}
      <DeleteButton
        {...{ of: "experiments", id, area: "experiments", title: `Delete ${name}?` }}
        says="The experiment is deleted. Its flag stays."
      />
    </>
  );
}

function Plan({ experiment }: { readonly experiment: Experiment }) {
  const { parameters = {}, metrics = [], metrics_secondary: more = [], conclusion, conclusion_comment } = experiment;
  const shares = variantsOf(experiment).map((one) => `${one.key} ${one.rollout_percentage} %`);
  const facts = [
    ["Hypothesis", experiment.description || "–"],
    ["Flag", experiment.feature_flag_key],
    ["Variants", shares.join(", ")],
    ["Metrics", [...metrics, ...more].map(({ name, metric_type }) => name ?? metric_type).join(", ") || "–"],
    ["Smallest difference that matters", `${parameters.minimum_detectable_effect ?? 30} %`],
    ["Launched", <Time at={experiment.start_date} />],
    ["Ended", <Time at={experiment.end_date} />],
    ["Conclusion", [conclusion?.replace("_", " "), conclusion_comment].filter(Boolean).join(": ") || "–"],
  ] as const;
  return (
    <Card title="Plan">
      <Facts facts={facts} />
    </Card>
  );
}

const TONES = { ship: "success", stop: "warning", check: "warning", wait: "info" } as const;

function ResultCards({ id }: { readonly id: string }) {
  return (
    <Loaded resource={useOperation("experiments_results", { id })}>
      {({ decision, metrics, days, exposures: { total, multiple_variants: left, variants } }) => (
        <>
          <Message tone={TONES[decision.action]}>{decision.text}</Message>
          {metrics.map((metric, index) => (
            <MetricCard key={index} {...{ metric, days }} />
          ))}
          <Card title="Persons">
            <LineChart
              name="Persons"
              days={days}
              lines={variants.map(({ key, series }) => ({ label: key, data: series }))}
            />
            <p class="quiet">
              {`${formatCount(total, "person")} counted. ${formatCount(left)} who saw several variants left out.`}
            </p>
          </Card>
        </>
      )}
    </Loaded>
  );
}

const share = (value: number | null | undefined) => formatFigure({ value: value ?? null, unit: "share" });

function MetricCard({ metric, days }: { readonly metric: Metric; readonly days: readonly string[] }) {
  const { name, guard, is_primary, metric_type, variants } = metric;
  const kind = guard ? "guard" : is_primary ? "decides" : "for information";
  const unit = metric_type === "funnel" ? "share" : undefined;
  const ofDifference = (title: string, say: (difference: Schemas["ExperimentDifference"]) => string) => {
    const cell = ({ difference }: Metric["variants"][number]) => difference && say(difference);
    return { title, isNumber: true, cell };
  };
  return (
    <Card title={`${name} (${kind})`}>
      <Table
        caption={name}
        rows={variants}
        keyOf={({ key }) => key}
        columns={[
          { title: "Variant", cell: ({ key }) => key },
          { title: "Persons", isNumber: true, cell: ({ persons }) => formatCount(persons) },
          { title: "Value", isNumber: true, cell: ({ value }) => formatFigure({ value, unit }) },
          ofDifference("Difference", ({ relative }) => share(relative)),
          ofDifference("Between", ({ interval: [low, high] }) => `${share(low)} and ${share(high)}`),
          ofDifference("Chance to be better", ({ probability_to_win: chance }) => share(chance)),
        ]}
      />
      {variants.map(({ key, difference }) => {
        const name = `${key} against the baseline`;
        return difference && <LineChart key={key} {...{ days, name }} lines={intervalOf(key, difference)} />;
      })}
    </Card>
  );
}

function intervalOf(variant: string, { series }: Schemas["ExperimentDifference"]) {
  const percent = (value: number | null | undefined) => (typeof value === "number" ? value * 100 : null);
  return [
    { label: `${variant}: difference in %`, data: series.map(({ relative }) => percent(relative)) },
    { label: "at least", data: series.map(({ interval }) => percent(interval[0])), isPrevious: true },
    { label: "at most", data: series.map(({ interval }) => percent(interval[1])), isPrevious: true },
  ];
}

export const pages = { "/": ListPage, "/:id": ExperimentPage };
