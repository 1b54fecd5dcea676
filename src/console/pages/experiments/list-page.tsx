import { ExperimentRequest } from "../../../../generated/console.ts";
import { type Schemas, useCall, useKnownNames, usePages } from "../../api/operations.ts";
import { useGo } from "../../api/place.ts";
import { DialogButton } from "../../components/dialog.tsx";
import { Field, Suggestions, TextField } from "../../components/field.tsx";
import { DialogForm, useForm } from "../../components/form.tsx";
import { Page, PageLink } from "../../components/page.tsx";
import { changed, Listing } from "../../components/table.tsx";
import { Code } from "../../components/text.tsx";
import { ExperimentPage } from "./experiment-page.tsx";

type Experiment = Schemas["Experiment"];

const EVENTS = "events-of-experiment";

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
        keyOf={({ id }) => id}
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
  const call = useCall();
  const go = useGo();
  const initial = { name: "", description: "", feature_flag_key: "", event: "", effect: "10" };
  const form = useForm(initial, async ({ event, effect, ...fields }) => {
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
        list={EVENTS}
        {...form.field("event")}
      />
      <Suggestions id={EVENTS} values={useKnownNames("event")} />
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

export const pages = { "/": ListPage, "/:experiment": ExperimentPage };
