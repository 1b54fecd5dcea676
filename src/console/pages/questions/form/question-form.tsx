import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useGroupTypes } from "../../../api/operations.ts";
import { useUnsaved } from "../../../api/place.ts";
import { TextField } from "../../../components/field.tsx";
import { Form } from "../../../components/form.tsx";
import { Button } from "../../../components/page.tsx";
import type { Kind, OfKind, Question } from "../question.ts";
import type { FormProps } from "./fields.tsx";
import { GroupTypes } from "./pickers.tsx";
import { PathsForm, RetentionForm } from "./retention-form.tsx";
import { FunnelForm, LifecycleForm, StickinessForm, TrendsForm } from "./trends-form.tsx";

type QuestionFormProps = FormProps<Question> & { readonly sqlError: string | undefined };

const FORMS = {
  TrendsQuery: TrendsForm,
  FunnelsQuery: FunnelForm,
  RetentionQuery: RetentionForm,
  PathsQuery: PathsForm,
  LifecycleQuery: LifecycleForm,
  StickinessQuery: StickinessForm,
  HogQLQuery: SqlForm,
} satisfies { readonly [K in Kind]: ComponentType<FormProps<OfKind<K>> & Pick<QuestionFormProps, "sqlError">> };

/** Keeps what it does not show of a question from elsewhere. */
export function QuestionForm(props: QuestionFormProps) {
  const Form = FORMS[props.question.kind] as ComponentType<QuestionFormProps>;
  return (
    <GroupTypes.Provider value={useGroupTypes()}>
      <Form {...props} />
    </GroupTypes.Provider>
  );
}

const TABLES: Readonly<Record<string, string>> = {
  events: "uuid, event, distinct_id, timestamp, created_at, person_id, properties.name, person.properties.name",
  persons: "id, created_at, is_identified, properties.name",
  person_distinct_ids: "distinct_id, person_id",
  groups: "index, type, key, created_at, properties.name",
  sessions:
    "session_id, distinct_id, person_id, $start_timestamp, $end_timestamp, $session_duration, $is_bounce, " +
    "$event_count, $pageview_count, $screen_count, $autocapture_count, $num_uniq_urls, $entry_current_url, " +
    "$entry_pathname, $entry_referring_domain, $entry_utm_source, $entry_utm_medium, $entry_utm_campaign, " +
    "$channel_type, $entry_utm_term, $entry_utm_content, $end_current_url, $end_pathname",
};

/** Asks the SQL only when the person says so. */
function SqlForm({
  question,
  onChange,
  sqlError,
}: FormProps<OfKind<"HogQLQuery">> & Pick<QuestionFormProps, "sqlError">) {
  const [sql, setSql] = useState(question.query);
  useEffect(() => setSql(question.query), [question.query]);
  useUnsaved(sql !== question.query);
  const run = () => onChange({ ...question, query: sql });
  return (
    <Form class="list ask-parts ask-sql" onSubmit={() => run()}>
      <TextField
        label="SQL"
        rows={8}
        spellcheck={false}
        value={sql}
        error={sql === question.query ? sqlError : undefined}
        hint="One SELECT. Ctrl+Enter runs it."
        onValue={setSql}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run();
        }}
      />
      <Button label="Run" kind="main" type="submit" />
      <details>
        <summary>Tables and their columns</summary>
        <dl class="list ask-tables small">
          {Object.entries(TABLES).map(([name, columns]) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd class="wrap-anywhere">{columns}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Form>
  );
}
