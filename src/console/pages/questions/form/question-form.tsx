import { useEffect, useState } from "preact/hooks";
import { useGroupTypes } from "../../../api/operations.ts";
import { useUnsaved } from "../../../api/place.ts";
import { TextField } from "../../../components/field.tsx";
import { Form } from "../../../components/form.tsx";
import { Button } from "../../../components/page.tsx";
import type { OfKind, Question } from "../model/question.ts";
import type { FormProps } from "./fields.tsx";
import { GroupTypes } from "./pickers.tsx";
import { PathsForm, RetentionForm } from "./retention-form.tsx";
import { FunnelForm, LifecycleForm, StickinessForm, TrendsForm } from "./trends-form.tsx";

interface QuestionFormProps extends FormProps<Question> {
  readonly sqlError: string | undefined;
}

/** Keeps what it does not show of a question from elsewhere. */
export function QuestionForm(props: QuestionFormProps) {
  return (
    <GroupTypes.Provider value={useGroupTypes()}>
      <FormOfKind {...props} />
    </GroupTypes.Provider>
  );
}

function FormOfKind({ question, onChange, sqlError }: QuestionFormProps) {
  switch (question.kind) {
    case "TrendsQuery":
      return <TrendsForm {...{ question, onChange }} />;
    case "FunnelsQuery":
      return <FunnelForm {...{ question, onChange }} />;
    case "RetentionQuery":
      return <RetentionForm {...{ question, onChange }} />;
    case "PathsQuery":
      return <PathsForm {...{ question, onChange }} />;
    case "LifecycleQuery":
      return <LifecycleForm {...{ question, onChange }} />;
    case "StickinessQuery":
      return <StickinessForm {...{ question, onChange }} />;
    case "HogQLQuery":
      return <SqlForm {...{ question, onChange }} error={sqlError} />;
  }
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
function SqlForm({ question, onChange, error }: FormProps<OfKind<"HogQLQuery">> & { error: string | undefined }) {
  const [sql, setSql] = useState(question.query);
  useEffect(() => setSql(question.query), [question.query]);
  useUnsaved(sql !== question.query);
  const run = () => onChange({ ...question, query: sql });
  return (
    <Form class="ask-sql" onSubmit={() => run()}>
      <TextField
        label="SQL"
        rows={8}
        spellcheck={false}
        value={sql}
        error={sql === question.query ? error : undefined}
        hint="One SELECT. Ctrl+Enter runs it."
        onValue={setSql}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run();
        }}
      />
      <div>
        <Button kind="main" type="submit">
          Run
        </Button>
      </div>
      <details>
        <summary>Tables and their columns</summary>
        <dl class="ask-tables small">
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
