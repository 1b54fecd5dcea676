import type { Question } from "../model/question.ts";
import { FilterList } from "./filter-list.tsx";
import type { FormProps } from "./form-props.ts";

type Filtered = Exclude<Question, { kind: "HogQLQuery" }>;

export function Conditions<Q extends Filtered>({ question, onChange }: FormProps<Q>) {
  const { properties = [] } = question;
  if (!Array.isArray(properties)) {
    return (
      <p class="small quiet">This question has groups of conditions. They are changed through the interface only.</p>
    );
  }
  const change = (filters: typeof properties) => onChange({ ...question, properties: filters });
  return <FilterList of="all events" addLabel="Condition for all events" filters={properties} onChange={change} />;
}
