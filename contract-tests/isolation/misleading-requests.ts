import type { RequestOptions } from "../client/build-message.ts";
import type { Operation } from "../contract/contract-document.ts";
import { ABSENT_IDS, type Ids, type RequestPair, requestWith } from "./requests.ts";
import { spellingsOf } from "./spellings.ts";

/**
 * Returns, for each spelling of a foreign project in the body and in the query, requests of a public operation with a
 * personal key in each place that the contract allows.
 */
export function projectPairs(foreignProject: string, personalKey: string): RequestPair[] {
  const fields = { event: "x", distinct_id: "x", batch: [], context: { targetingKey: "x" } };
  const keyPlaces: readonly RequestOptions[] = [
    { json: { ...fields, api_key: personalKey } },
    { json: { ...fields, personal_api_key: personalKey } },
    { json: fields, key: personalKey },
  ];
  const absent = spellingsOf(ABSENT_IDS.project);
  const pair = (title: string, foreign: RequestOptions, absent: RequestOptions) => ({
    title,
    isVerbatim: false,
    foreign,
    absent,
  });
  const inQuery = spellingsOf(foreignProject).map((text, index) => {
    const place = keyPlaces[index % keyPlaces.length];
    return pair(
      `?project_id=${text}`,
      { ...place, query: `?project_id=${text}` },
      { ...place, query: `?project_id=${absent[index]}` },
    );
  });
  const values: [string | number, string | number][] = spellingsOf(foreignProject).map((text, index) => [
    text,
    absent[index] ?? "",
  ]);
  const inBody = [...values, [Number(foreignProject), Number(ABSENT_IDS.project)] as const].map(
    ([value, absentValue], index) => {
      const place = keyPlaces[index % keyPlaces.length];
      const json = place?.json as object;
      return pair(
        `project_id: ${value}`,
        { ...place, json: { ...json, project_id: value } },
        { ...place, json: { ...json, project_id: absentValue } },
      );
    },
  );
  return [...inQuery, ...inBody];
}

/** Returns a request for the caller's own things that names foreign ones where the contract expects none. */
export function requestNaming(foreign: Ids, operation: Operation, own: Ids): RequestOptions {
  const { recording, project, organization } = foreign;
  const names: Record<string, string> = {
    ...{ id: recording, session_id: recording, recording_id: recording, invite_id: foreign.invite },
    ...{ project, project_id: project, team_id: project, token: foreign.token, api_key: foreign.token },
    ...{ organization, organization_id: organization, parent_lookup_organization_id: organization },
    ...{ distinct_id: foreign.distinctId, person_uuid: foreign.person, user_id: "1" },
  };
  const declared = new Set(operation.parameters.filter(({ location }) => location === "query").map(({ name }) => name));
  const search = new URLSearchParams(Object.entries(names).filter(([name]) => !declared.has(name)));
  const path = `/api/projects/${project}/session_recordings/${recording}`;
  const { query, json, ...options } = requestWith(operation, own);
  const items = Array.isArray(json) ? json.map((item) => ({ ...names, ...item })) : { ...names, ...(json as object) };
  return {
    ...options,
    query: `${query || "?"}&${search}`,
    ...(operation.hasRequestBody && { json: items }),
    headers: {
      "x-original-url": path,
      "x-rewrite-url": path,
      "x-project-id": project,
      "x-http-method-override": "DELETE",
    },
  };
}
