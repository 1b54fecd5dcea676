import { type Schemas, useCall, useOperation } from "../../api/operations.ts";
import { useGo, useParam } from "../../api/place.ts";
import { ConfirmButton } from "../../components/dialog.tsx";
import { formatFigure } from "../../components/format.ts";
import { Card, EmptyState, Loaded, LoadedPage, Message, Page, PageLink } from "../../components/page.tsx";
import { Table } from "../../components/table.tsx";
import { formatCount, Time } from "../../components/text.tsx";
import { LineChart } from "../questions/result/line-chart.tsx";

type Experiment = Schemas["Experiment"];
type Results = Schemas["ExperimentResults"];
type Metric = Results["metrics"][number];
type Difference = Schemas["ExperimentDifference"];

export function ExperimentPage() {
  const id = useParam("experiment");
  const found = useOperation("experiments_retrieve", { id });
  const back = <PageLink to={["experiments"]}>Experiments</PageLink>;
  return (
    <LoadedPage resource={found} title="Experiment" back={back}>
      {(experiment) => (
        <Page
          title={experiment.name}
          back={back}
          actions={<Actions key={experiment.version} experiment={experiment} onChanged={found.reload} />}
        >
          {experiment.start_date === null ? (
            <EmptyState
              title="The experiment is not launched yet"
              says="Build the variants, and launch it: the flag is turned on, and persons are divided."
            />
          ) : (
            <ResultCards key={experiment.version} id={id} />
          )}
          <Plan experiment={experiment} />
        </Page>
      )}
    </LoadedPage>
  );
}

const variantsOf = ({ parameters = {} }: Experiment) => parameters.feature_flag_variants ?? [];

function Actions({ experiment, onChanged }: { readonly experiment: Experiment; readonly onChanged: () => void }) {
  const call = useCall();
  const go = useGo();
  const { feature_flag_key: key, start_date, end_date, version } = experiment;
  const id = String(experiment.id);
  const change = async (body: Schemas["ExperimentPatch"]) => {
    await call("experiments_partial_update", { id, body: { ...body, version } });
    onChanged();
  };
  const end = (conclusion: Experiment["conclusion"]) =>
    change({ conclusion, ...(end_date === null && { end_date: new Date().toISOString() }) });
  const changeFlag = async (toBody: (flag: Schemas["FeatureFlag"]) => Schemas["FeatureFlagPatch"]) => {
    const { results } = await call("feature_flags_list", { search: key, limit: 1000 });
    const flag = results.find((one) => one.key === key);
    if (!flag) throw new Error(`There is no flag ${key} any more.`);
    await call("feature_flags_partial_update", {
      id: String(flag.id),
      body: { ...toBody(flag), version: flag.version },
    });
  };
  const ship = async (variant: string) => {
    const groups = [{ properties: [], rollout_percentage: 100, variant }];
    await changeFlag(({ filters }) => ({ active: true, filters: { ...filters, groups } }));
    await end("won");
  };
  const [baseline] = variantsOf(experiment).toSorted(
    (a, b) => Number(b.key === "control") - Number(a.key === "control"),
  );
  const others = variantsOf(experiment).filter((variant) => variant.key !== baseline?.key);
  return (
    <>
      {start_date === null && (
        <ConfirmButton
          {...{ kind: "main", label: "Launch", title: `Launch ${experiment.name}?`, isHarmless: true }}
          says={`The flag ${key} is turned on, and persons are divided.`}
          act={() => change({ start_date: new Date().toISOString() })}
        />
      )}
      {start_date !== null && experiment.conclusion === null && (
        <>
          {others.map((variant) => (
            <ConfirmButton
              key={variant.key}
              label={`Ship ${variant.key}`}
              title={`Ship ${variant.key}?`}
              says={`Within seconds everyone gets the variant ${variant.key} of ${key}, and the experiment ends.`}
              act={() => ship(variant.key)}
            />
          ))}
          <ConfirmButton
            label="Turn the flag off"
            title={`Turn ${key} off?`}
            says="Within seconds nobody gets the flag, and the experiment ends."
            act={() => changeFlag(() => ({ active: false })).then(() => end("lost"))}
          />
        </>
      )}
      {start_date !== null && end_date === null && (
        <ConfirmButton
          {...{ label: "End", title: `End ${experiment.name}?`, confirm: "End it" }}
          says="Nobody is added any more. The flag stays as it is."
          act={() => change({ end_date: new Date().toISOString() })}
        />
      )}
      <ConfirmButton
        label="Delete"
        title={`Delete ${experiment.name}?`}
        says="The experiment is deleted. Its flag stays."
        act={() => call("experiments_destroy", { id }).then(() => go("experiments"))}
      />
    </>
  );
}

function Plan({ experiment }: { readonly experiment: Experiment }) {
  const { description, feature_flag_key: key, start_date, end_date, parameters = {}, metrics = [] } = experiment;
  const { metrics_secondary: more = [], conclusion, conclusion_comment: comment } = experiment;
  const rows = [
    ["Hypothesis", description || "–"],
    ["Flag", key],
    [
      "Variants",
      variantsOf(experiment)
        .map((one) => `${one.key} ${one.rollout_percentage} %`)
        .join(", "),
    ],
    ["Metrics", [...metrics, ...more].map(({ name, metric_type }) => name ?? metric_type).join(", ") || "–"],
    ["Smallest difference that matters", `${parameters.minimum_detectable_effect ?? 30} %`],
    ["Launched", <Time key="start" at={start_date ?? null} />],
    ["Ended", <Time key="end" at={end_date ?? null} />],
    ["Conclusion", [conclusion?.replace("_", " "), comment].filter(Boolean).join(": ") || "–"],
  ] as const;
  return (
    <Card title="Plan">
      <Table
        caption="Plan"
        rows={rows}
        keyOf={([title]) => String(title)}
        columns={[
          { title: "What", cell: ([title]) => title },
          { title: "Plan", cell: ([, value]) => value },
        ]}
      />
    </Card>
  );
}

const TONES = { ship: "success", stop: "warning", check: "warning", wait: "info" } as const;

function ResultCards({ id }: { readonly id: string }) {
  return (
    <Loaded resource={useOperation("experiments_results", { id })}>
      {({ decision, metrics, days, exposures }) => (
        <>
          <Message tone={TONES[decision.action]}>{decision.text}</Message>
          {metrics.map((metric, index) => (
            <MetricCard key={index} {...{ metric, days }} />
          ))}
          <Card title="Persons">
            <LineChart
              name="Persons"
              days={days}
              lines={exposures.variants.map(({ key, series }) => ({ label: key, data: series }))}
            />
            <p class="quiet">
              {formatCount(exposures.total, "person")} counted.{" "}
              {`${formatCount(exposures.multiple_variants)} who saw several variants left out.`}
            </p>
          </Card>
        </>
      )}
    </Loaded>
  );
}

const share = (value: number | null) => formatFigure({ value, unit: "share" });

function MetricCard({ metric, days }: { readonly metric: Metric; readonly days: readonly string[] }) {
  const { name, guard, is_primary, metric_type, variants } = metric;
  const kind = guard ? "guard" : is_primary ? "decides" : "for information";
  const numberOf = (value: number | null) =>
    formatFigure({ value, unit: metric_type === "funnel" ? "share" : undefined });
  return (
    <Card title={`${name} (${kind})`}>
      <Table
        caption={name}
        rows={variants}
        keyOf={({ key }) => key}
        columns={[
          { title: "Variant", cell: ({ key }) => key },
          { title: "Persons", isNumber: true, cell: ({ persons }) => formatCount(persons) },
          { title: "Value", isNumber: true, cell: ({ value }) => numberOf(value) },
          { title: "Difference", isNumber: true, cell: ({ difference }) => difference && share(difference.relative) },
          { title: "Between", isNumber: true, cell: ({ difference }) => difference && intervalOf(difference) },
          {
            title: "Chance to be better",
            isNumber: true,
            cell: ({ difference }) => difference && share(difference.probability_to_win),
          },
        ]}
      />
      {variants.map(
        ({ key, difference }) => difference && <Interval key={key} {...{ days, difference }} variant={key} />,
      )}
    </Card>
  );
}

const intervalOf = ({ interval: [low, high] }: Difference) => `${share(low ?? null)} and ${share(high ?? null)}`;

interface IntervalProps {
  readonly days: readonly string[];
  readonly variant: string;
  readonly difference: Difference;
}

function Interval({ days, variant, difference: { series } }: IntervalProps) {
  const percent = (value: number | null | undefined) => (value === null || value === undefined ? null : value * 100);
  const lines = [
    { label: `${variant}: difference in %`, data: series.map(({ relative }) => percent(relative)) },
    { label: "at least", data: series.map(({ interval }) => percent(interval[0])), isPrevious: true },
    { label: "at most", data: series.map(({ interval }) => percent(interval[1])), isPrevious: true },
  ];
  return <LineChart name={`${variant} against the baseline`} {...{ days, lines }} />;
}
