import { CohortPersons, CohortRequest } from "../../../../generated/console.ts";
import { ApiError } from "../../api/client.ts";
import { type Call, type Schemas, useGroupTypes, usePages } from "../../api/operations.ts";
import { useGo } from "../../api/place.ts";
import { DeleteButton } from "../../components/dialog.tsx";
import { Checkbox, Field, TextField } from "../../components/field.tsx";
import { type EditProps, SentForm, useForm } from "../../components/form.tsx";
import { ActionButton, ButtonLink, Card, Message, Page, PageLink, pageOfOne } from "../../components/page.tsx";
import { changed, Listing, personColumns } from "../../components/table.tsx";
import { Count, formatCount, Time } from "../../components/text.tsx";
import { isFilled } from "../questions/complete.ts";
import { IN_COHORT } from "../questions/form/filter-list.tsx";
import { GroupTypes } from "../questions/form/pickers.tsx";
import type { Filter } from "../questions/question.ts";
import { ConditionFields, type Conditions, NEW_GROUP } from "./cohort-conditions.tsx";

type Cohort = Schemas["Cohort"];
type Draft = Conditions & Pick<Cohort, "name" | "description" | "is_static">;

const NEW: Draft = { name: "", description: "", is_static: false, type: "OR", groups: [NEW_GROUP] };
const BACK = <PageLink to={["cohorts"]}>Cohorts</PageLink>;
const nameOf = ({ name, id }: Pick<Cohort, "name" | "id">) => name || `Cohort ${id}`;

function ListPage() {
  return (
    <Page title="Cohorts" actions={<ButtonLink label="New cohort" kind="main" to={["cohorts", "new"]} />}>
      <Listing
        of={usePages("cohorts_list", {})}
        caption="Cohorts"
        columns={[
          { title: "Name", cell: (one) => <PageLink to={["cohorts", one.id]}>{nameOf(one)}</PageLink> },
          { title: "Persons", isNumber: true, cell: ({ count }) => (count === null ? "–" : <Count value={count} />) },
          { title: "Counted", time: ({ last_calculation: at }) => at },
          { title: "Kind", cell: ({ is_static: isStatic }) => (isStatic ? "List" : "Conditions") },
          ...changed,
        ]}
        empty="There is no cohort yet"
        says="A cohort names persons by what they are or do, or lists them. Questions and flags then ask for it."
      />
    </Page>
  );
}

/** Returns the conditions as groups: those without one are a group of their own, or all of them are one. */
function draftOf({ name, description, filters, is_static }: Cohort): Draft {
  const { type = "AND", values = [] } = filters.properties ?? {};
  const isNested = values.some((node) => "values" in node);
  const groups = values.map((node) => ("values" in node ? node : { type: "AND" as const, values: [node] }));
  const alone = { type, values: values.flatMap((node) => ("values" in node ? [] : [node])) };
  return { name, description, is_static, type, groups: isNested ? groups : [alone] };
}

const isComplete = (one: Conditions["groups"][number]["values"][number]) =>
  isFilled(one as Filter) && one.seq_event !== "" && (one.event_filters ?? []).every(isFilled);

function bodyOf({ name, description, is_static: isStatic, type, groups }: Draft) {
  if (isStatic) return { name, description };
  if (!groups.every(({ values }) => values.length > 0 && values.every(isComplete))) {
    throw new ApiError(0, "Fill in all conditions, or remove those that you do not need.");
  }
  return {
    name,
    description,
    filters: { properties: groups.length === 1 ? groups[0] : { type, values: [...groups] } },
  };
}

function NewPage() {
  const go = useGo();
  const create = async (draft: Draft, call: Call) => {
    const body = { ...bodyOf(draft), is_static: draft.is_static };
    go("cohorts", (await call("cohorts_create", { body })).id);
  };
  return (
    <Page title="New cohort" back={BACK}>
      <CohortForm form={useForm(NEW, create, { asks: true })} submit="Create" isNew />
    </Page>
  );
}

const PATH = "filters__properties__values__";

function CohortForm({ form, submit, isNew = false }: EditProps<Draft> & { readonly isNew?: boolean }) {
  const { values, set, errorOf, field } = form;
  return (
    <GroupTypes.Provider value={useGroupTypes()}>
      <Card>
        <SentForm
          class="stack"
          byButton
          {...{ form, submit }}
          beside={form.isSaved && <Message tone="success">Saved.</Message>}
        >
          <Field label="Name" required {...CohortRequest.name} {...field("name")} />
          <Field label="Description" spellcheck {...CohortRequest.description} {...field("description")} />
          {isNew && <Checkbox label="A list of persons, instead of conditions" {...field("is_static")} />}
          {!values.is_static && (
            <ConditionFields value={values} onChange={set} errorOf={(path) => errorOf(PATH + path)} />
          )}
        </SentForm>
      </Card>
    </GroupTypes.Provider>
  );
}

const CohortPage = pageOfOne("cohorts", { title: "Cohort", back: BACK }, ({ one: cohort, reload }) => {
  const { version, count, last_calculation: countedAt } = cohort;
  const id = String(cohort.id);
  const save = (draft: Draft, call: Call) =>
    call("cohorts_partial_update", { id, body: { ...bodyOf(draft), version } }).then(reload);
  const inIt = JSON.stringify([{ ...IN_COHORT, value: cohort.id, cohort_name: cohort.name }]);
  return (
    <Page
      title={nameOf(cohort)}
      back={BACK}
      actions={
        <DeleteButton
          {...{ of: "cohorts", id, area: "cohorts", title: `Delete ${nameOf(cohort)}?` }}
          says="The persons and their events stay. What uses the cohort has to be changed first."
        />
      }
    >
      <div class="row">
        <p class="quiet">
          {count === null ? "Not counted yet." : `${formatCount(count, "person")}, counted `}
          {count !== null && <Time at={countedAt} />}
        </p>
        <PageLink to={["overview"]} query={new URLSearchParams({ where: inIt })}>
          Their visits
        </PageLink>
        <PageLink to={["recordings"]} query={new URLSearchParams({ where: inIt })}>
          Their recordings
        </PageLink>
      </div>
      <CohortForm form={useForm(draftOf(cohort), save, { asks: true })} submit="Save" />
      {cohort.is_static && <AddPersons id={id} onAdded={reload} />}
      <Persons key={countedAt} cohort={cohort} onChanged={reload} />
    </Page>
  );
});

type Of = { readonly cohort: Cohort; readonly onChanged: () => void };

function Persons({ cohort: { id: number, is_static: isStatic }, onChanged }: Of) {
  const id = String(number);
  const remove = (person_id: string) => (call: Call) =>
    call("cohorts_person_remove", { id, body: { person_id } }).then(onChanged);
  return (
    <Card title="Who is in it">
      <Listing
        of={usePages("cohorts_persons_list", { id }, { limit: 20 })}
        caption="Persons of the cohort"
        keyOf={({ uuid }) => uuid}
        columns={personColumns}
        empty="Nobody is in it"
        says={isStatic ? "Add persons by their distinct ids, or from the answer to a question." : null}
        actions={
          isStatic
            ? ({ uuid, name }) => <ActionButton label="Remove" small aria-label={`Remove ${name}`} act={remove(uuid)} />
            : undefined
        }
      />
    </Card>
  );
}

/** Splits a table into parts that a request may have, each with the first line, which may be a header. */
function partsOf(csv: string): string[] {
  const [first = "", ...lines] = csv.trim().split(/\r?\n/);
  const parts = [first];
  for (const line of lines) {
    const longer = `${parts.at(-1)}\n${line}`;
    if (longer.length <= CohortPersons.csv.maxLength) parts[parts.length - 1] = longer;
    else parts.push(`${first}\n${line}`);
  }
  return parts;
}

function AddPersons({ id, onAdded }: { readonly id: string; readonly onAdded: () => void }) {
  const form = useForm({ csv: "" }, async ({ csv }, call) => {
    try {
      for (const part of partsOf(csv)) await call("cohorts_persons_add", { id, body: { csv: part } });
    } finally {
      onAdded();
    }
    return { csv: "" };
  });
  return (
    <Card title="Add persons">
      <SentForm
        class="stack"
        {...{ form, submit: "Add" }}
        beside={form.isSaved && <Message tone="success">Added, except whom the project does not know.</Message>}
      >
        <TextField
          label="Distinct ids"
          hint="One in each line, or a table in CSV that has a column distinct_id."
          required
          spellcheck={false}
          {...form.field("csv")}
        />
        <Field
          label="Or from a file"
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          onInput={async ({ currentTarget }) => form.set({ csv: (await currentTarget.files?.[0]?.text()) ?? "" })}
        />
      </SentForm>
    </Card>
  );
}

export const pages = { "/": ListPage, "/new": NewPage, "/:id": CohortPage };
