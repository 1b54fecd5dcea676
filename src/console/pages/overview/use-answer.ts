import { type Answer, type Input, type Resource, useCall, useResource } from "../../api/operations.ts";
import { Turns } from "../dashboards/turns.ts";

export type Answered = Answer<"query_create">;
type Question = Input<"query_create">["body"]["query"];

/** More would only wait in the service, and other questions of the project with them. */
const turns = new Turns(2);

/** Asks whenever the question is another one; the last answer stays until the next is there. */
export function useAnswerOf(query: Question): Resource<Answered> {
  const call = useCall();
  return useResource(
    (signal) => turns.run(() => call("query_create", { body: { query, refresh: "blocking" } }, { signal }), signal),
    [call, JSON.stringify(query)],
    { keep: true },
  );
}
