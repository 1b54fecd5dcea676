import { ApiError } from "../../api/client.ts";
import { type Schemas, useCall, useGroupTypes } from "../../api/operations.ts";
import { Checkbox } from "../../components/field.tsx";
import { SentForm, useForm } from "../../components/form.tsx";
import { Card, ForAdmins, Message } from "../../components/page.tsx";
import { FilterList } from "../questions/form/filter-list.tsx";
import { GroupTypes } from "../questions/form/pickers.tsx";
import { isFilled } from "../questions/model/complete.ts";

/** Who is left out of questions without staff and test users. */
export function TestAccounts({ project }: { readonly project: Schemas["Project"] }) {
  const call = useCall();
  const types = useGroupTypes();
  const { test_account_filters, test_account_filters_default_checked } = project;
  const initial = { test_account_filters, test_account_filters_default_checked };
  const form = useForm(
    initial,
    async (body) => {
      const unfilled = body.test_account_filters.findIndex((filter) => !isFilled(filter));
      if (unfilled !== -1)
        throw new ApiError(0, `Condition ${unfilled + 1} needs a property and a value, or remove it.`);
      await call("projects_partial_update", { body });
    },
    { asks: true },
  );
  const filters = form.field("test_account_filters");
  const { value: checked, onValue } = form.field("test_account_filters_default_checked");
  return (
    <Card title="Staff and test users">
      <p>
        Questions can leave them out: then they are about the events that meet these conditions, such as “email of the
        person does not contain @your-company.example”.
      </p>
      <ForAdmins to="say who they are">
        <SentForm class="stack" form={form} submit="Use these conditions" byButton>
          <GroupTypes.Provider value={types}>
            <FilterList
              of="staff and test users"
              addLabel="Condition that others meet"
              filters={filters.value}
              onChange={filters.onValue}
            />
          </GroupTypes.Provider>
          <Checkbox label="New questions leave them out" {...{ checked, onValue }} />
        </SentForm>
        {form.isSaved && <Message tone="success">Questions use these conditions now.</Message>}
      </ForAdmins>
    </Card>
  );
}
