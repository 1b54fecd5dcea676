import { type Operation, resolvePointer } from "../contract/contract-document.ts";

/** What belongs to a tenant and has an id; a token is a project's API key. */
export type IdKind =
  | "organization"
  | "project"
  | "token"
  | "recording"
  | "flag"
  | "invite"
  | "member"
  | "key"
  | "person"
  | "distinctId"
  | "event"
  | "insight"
  | "dashboard"
  | "alert"
  | "subscription"
  | "annotation"
  | "action"
  | "cohort"
  | "experiment"
  | "survey"
  | "earlyAccess"
  | "errorIssue"
  | "scheduledChange"
  | "share"
  | "eventSchema"
  | "erasure"
  | "session"
  | "passkey"
  | "projectKey";

/** What the parameters of private operations name, by their component in the document. */
const PARAMETERS: Readonly<Record<string, IdKind | "no id">> = {
  OrganizationId: "organization",
  ProjectId: "project",
  ProjectIdOrCurrent: "project",
  ProjectTokenQuery: "token",
  ProjectTokenHeader: "token",
  ProjectTokenCurrent: "token",
  RecordingId: "recording",
  SessionIds: "recording",
  RecordingSessionIds: "recording",
  RecordingPersonUuid: "person",
  RecordingPersonEmail: "no id",
  RecordingDistinctId: "distinctId",
  PersonDistinctId: "distinctId",
  PersonEmail: "no id",
  PersonSearch: "no id",
  PersonProperties: "no id",
  GroupTypeIndex: "no id",
  GroupSearch: "no id",
  GroupKey: "no id", // of any text, looked up in the project
  PropertyGroupType: "no id",
  InsightId: "insight",
  InsightRefresh: "no id",
  HeatmapType: "no id",
  HeatmapDateFrom: "no id",
  HeatmapDateTo: "no id",
  HeatmapUrl: "no id",
  HeatmapUrlPattern: "no id",
  HeatmapMinWidth: "no id",
  HeatmapMaxWidth: "no id",
  HeatmapAggregation: "no id",
  HeatmapTestAccounts: "no id",
  DashboardId: "dashboard",
  AlertId: "alert",
  AlertInsight: "no id",
  SubscriptionId: "subscription",
  SubscribedDashboard: "no id", // looked up among those of the project, as the next one
  SubscribedInsight: "no id",
  AnnotationId: "annotation",
  AnnotationsFrom: "no id",
  AnnotationsTo: "no id",
  ActionId: "action",
  CohortId: "cohort",
  ExperimentId: "experiment",
  ErrorIssueId: "errorIssue",
  ErrorIssueSearch: "no id",
  ErrorIssueStatus: "no id",
  SurveyId: "survey",
  EarlyAccessId: "earlyAccess",
  ScheduledChangeId: "scheduledChange",
  ShareId: "share",
  SharedDashboardId: "no id", // looked up among those of the project, as the next one
  SharedInsightId: "no id",
  SharedDateFrom: "no id",
  ScheduledModel: "no id",
  ScheduledRecord: "no id", // looked up in the project
  AnnotationSearch: "no id",
  SavedSearch: "no id",
  InsightSaved: "no id",
  InsightFavorited: "no id",
  DashboardPinned: "no id",
  InsightShortId: "insight",
  ActivityScope: "no id",
  ActivityItem: "no id", // looked up in the project
  ActivityUser: "no id", // the suite of the activity log tries others
  EventSchemaId: "eventSchema",
  ShortLimit: "no id",
  DefinitionSearch: "no id",
  PropertyOwner: "no id",
  EventId: "event",
  EventCursor: "no id", // names a place in the order of the project's own events
  EventName: "no id",
  EventDistinctId: "distinctId",
  EventPersonId: "person",
  EventAfter: "no id",
  EventBefore: "no id",
  EventProperties: "no id",
  FlagId: "flag",
  FlagIdOrKey: "flag",
  FlagSearch: "no id",
  FlagActive: "no id",
  InviteId: "invite",
  MemberId: "member",
  PersonalKeyId: "key",
  SessionId: "session",
  PasskeyId: "passkey",
  PersonId: "person",
  ErasureId: "erasure",
  ProjectKeyId: "projectKey",
  DeadLetterReason: "no id",
  Limit: "no id",
  Offset: "no id",
  EventLimit: "no id",
  EventOffset: "no id",
  RecordingDateFrom: "no id",
  RecordingDateTo: "no id",
  RecordingMinDuration: "no id",
  SnapshotSource: "no id",
  SnapshotKey: "no id", // names a file within the recording
  SnapshotRedirect: "no id",
  "If-None-Match": "no id",
  "If-Range": "no id",
  Range: "no id",
  McpWrite: "no id",
  McpProject: "no id", // limits tools to a project: the suite of agents tries others
  McpProtocolVersion: "no id",
  Origin: "no id",
};

/** Words that stand for something of the caller: the project of the token, the oldest project or organization. */
const OWN_WORDS: Readonly<Record<string, readonly string[]>> = {
  ProjectIdOrCurrent: ["@current"],
  ProjectId: ["@current"],
  OrganizationId: ["@current"],
};

/** Of surveys and early access features. */
const SURVEY_FIELDS = `schedule remove_targeting_flag questions question conditions appearance start_date end_date
  archived responses_limit iteration_count iteration_frequency_days enable_partial_responses linked_insight_id
  response_sampling_interval response_sampling_limit id descriptionContentType optional buttonText choices hasOpenChoice
  shuffleOptions skipSubmitButton display scale lowerBoundLabel upperBoundLabel isNpsQuestion link validation branching
  index responseValues urlMatchType deviceTypes deviceTypesMatchType seenSurveyWaitPeriodInDays linkedFlagVariant events
  repeatedActivation actions stage documentation_url payload`.split(/\s+/);

const ALERT_FIELDS = `threshold condition config calculation_interval enabled snoozed_until skip_weekend webhook_url
  configuration bounds lower upper series_index check_ongoing_interval`.split(/\s+/);

/** Dashboards and questions are looked up in the project of the subscription. */
const SUBSCRIPTION_FIELDS = `dashboard dashboard_export_insights target_type target_value frequency interval
  byweekday bysetpos until_date title integration_id invite_message summary_enabled`.split(/\s+/);

/** What the fields in bodies of private operations name. */
const BODY_FIELDS: Readonly<Record<string, "no id">> = {
  target_email: "no id",
  first_name: "no id",
  message: "no id",
  label: "no id",
  level: "no id",
  read_only: "no id",
  key: "no id", // of a flag: unique in its project only
  name: "no id",
  active: "no id",
  ensure_experience_continuity: "no id",
  filters: "no id",
  test_account_filters: "no id",
  test_account_filters_default_checked: "no id",
  operator: "no id",
  value: "no id",
  group_type_index: "no id",
  groups: "no id",
  multivariate: "no id",
  payloads: "no id",
  deleted: "no id",
  version: "no id",
  query: "no id", // a question, which names nothing outside of its project: SQL that tries to has tests of its own
  refresh: "no id",
  client_query_id: "no id",
  tags: "no id",
  is_remote_configuration: "no id",
  bucketing_identifier: "no id",
  evaluation_runtime: "no id",
  evaluation_contexts: "no id",
  $device_id: "no id",
  timezone: "no id",
  week_start_day: "no id",
  heatmaps_opt_in: "no id",
  autocapture_exceptions_opt_in: "no id",
  autocapture_web_vitals_opt_in: "no id",
  session_recording_opt_in: "no id",
  surveys_opt_in: "no id",
  cookieless_server_hash_mode: "no id",
  app_urls: "no id",
  recording_domains: "no id",
  description: "no id",
  variables: "no id",
  default: "no id",
  type: "no id",
  tiles: "no id",
  insight: "no id", // looked up in the project of the dashboard: the suite of dashboards tries others
  dashboards: "no id", // looked up in the project of the question
  text: "no id",
  body: "no id",
  layouts: "no id",
  sm: "no id",
  xs: "no id",
  minW: "no id",
  minH: "no id",
  color: "no id",
  show_description: "no id",
  pinned: "no id",
  derived_name: "no id",
  favorited: "no id",
  saved: "no id",
  content: "no id",
  steps: "no id",
  post_to_slack: "no id",
  feature_flag_key: "no id", // of the project only
  start_date: "no id",
  end_date: "no id",
  archived: "no id",
  parameters: "no id",
  feature_flag_variants: "no id",
  minimum_detectable_effect: "no id",
  recommended_running_time: "no id",
  recommended_sample_size: "no id",
  rollout_percentage: "no id",
  metrics: "no id",
  metrics_secondary: "no id",
  exposure_criteria: "no id",
  exposure_config: "no id",
  multiple_variant_handling: "no id",
  filterTestAccounts: "no id",
  conclusion: "no id",
  conclusion_comment: "no id",
  metric_type: "no id",
  goal: "no id",
  guard: "no id",
  source: "no id",
  series: "no id",
  funnel_order_type: "no id",
  numerator: "no id",
  denominator: "no id",
  conversion_window: "no id",
  conversion_window_unit: "no id",
  uuid: "no id",
  math: "no id",
  math_property: "no id",
  kind: "no id",
  is_static: "no id",
  values: "no id",
  negation: "no id",
  event_type: "no id",
  event_filters: "no id",
  operator_value: "no id",
  time_value: "no id",
  time_interval: "no id",
  explicit_datetime: "no id",
  seq_event: "no id",
  seq_event_type: "no id",
  seq_time_value: "no id",
  seq_time_interval: "no id",
  cohort_name: "no id",
  bytecode: "no id",
  conditionHash: "no id",
  event_id: "no id",
  action_id: "no id",
  days: "no id",
  count: "no id",
  count_operator: "no id",
  person_ids: "no id", // looked up in the project of the cohort, as those that follow
  distinct_ids: "no id",
  csv: "no id",
  person_id: "no id",
  subscribed_users: "no id", // looked up among the members of the project: the suite of alerts tries others
  ...Object.fromEntries(
    [...SURVEY_FIELDS, ...ALERT_FIELDS, ...SUBSCRIPTION_FIELDS].map((name) => [name, "no id" as const]),
  ),
  status: "no id",
  linked_flag_id: "no id", // looked up in the project of the survey, as those that follow
  targeting_flag_id: "no id",
  feature_flag_id: "no id",
  from_project: "no id", // looked up among those of the organization, as those that follow: the suite tries others
  target_project_ids: "no id",
  record_id: "no id", // looked up in the project of the scheduled change
  model_name: "no id",
  allowed_origins: "no id",
  scheduled_at: "no id",
  is_recurring: "no id",
  recurrence_interval: "no id",
  operation: "no id",
  variants: "no id",
  url: "no id",
  url_matching: "no id",
  text_matching: "no id",
  href: "no id",
  href_matching: "no id",
  selector: "no id",
  tag_name: "no id",
  properties: "no id",
  date_marker: "no id",
  creation_type: "no id",
  scope: "no id",
  dashboard_item: "no id", // always null, as dashboard_id
  dashboard_id: "no id",
  x: "no id",
  y: "no id",
  w: "no id",
  h: "no id",
  event_retention_seconds: "no id",
  uuids: "no id", // of dead letters, which are looked up in the project only
  reason: "no id",
  distinct_id: "no id", // of any text a flag can be evaluated for, and of persons of the project only
  persons: "no id",
  event: "no id", // of a schema: unique in its project only
  mode: "no id",
  schema: "no id",
  allow_breaking: "no id",
  email: "no id",
  password: "no id",
  current_password: "no id",
  client_data: "no id",
  authenticator_data: "no id",
  public_key: "no id",
  jsonrpc: "no id",
  id: "no id", // of a message, whose answer repeats it, and of a tile of the dashboard itself
  method: "no id",
  params: "no id", // of a tool, whose operation is tried itself
};

/** A parameter whose value is the id of something that belongs to a tenant. */
export interface IdParameter {
  readonly name: string;
  readonly location: string;
  readonly required: boolean;
  readonly kind: IdKind;
  /** What names something of the caller instead of an id. */
  readonly ownWords: readonly string[];
}

/** Returns the parameters of an operation that are ids. */
export function idParameters({ parameters }: Operation): IdParameter[] {
  return parameters.flatMap(({ name, location, required, pointer }) => {
    const component = componentName(pointer);
    const [kind = "no id", ownWords = []] = [PARAMETERS[component], OWN_WORDS[component]];
    return kind === "no id" ? [] : [{ name, location, required, kind, ownWords }];
  });
}

/** Returns what the tests must be told before they can check the isolation of a private operation, in sentences. */
export function missingKnowledge(operation: Operation): string[] {
  const { id, parameters, bodySchema, hasRequestBody, bodyExamples } = operation;
  const file = "contract-tests/isolation/id-parameters.ts";
  const unknownParameters = parameters.filter(({ pointer }) => !Object.hasOwn(PARAMETERS, componentName(pointer)));
  const unknownFields = bodyFieldNames(bodySchema).filter((name) => !Object.hasOwn(BODY_FIELDS, name));
  // the caller's own, whatever the tenant
  const isOfCaller =
    ["/api/users/@me", "/api/personal_api_keys/@current", "/api/sessions/current"].some((path) =>
      operation.path.startsWith(path),
    ) || ["projects_list", "organizations_list", "mcp_call"].includes(id);
  const isTenantNamed =
    isOfCaller || idParameters(operation).some(({ kind }) => ["organization", "project", "token"].includes(kind));
  return [
    ...unknownParameters.map(({ name, pointer }) => {
      const component = componentName(pointer);
      return `${id} has the parameter ${name}: add ${component} to PARAMETERS in ${file}, with what it names.`;
    }),
    ...unknownFields.map(
      (name) => `${id} has the field ${name}: add it to BODY_FIELDS in ${file}, with what it names.`,
    ),
    ...(isTenantNamed
      ? []
      : [`${id} has no parameter that names its tenant: say in ${file} how its caller chooses one.`]),
    ...(hasRequestBody && bodyExamples.length === 0 ? [`${id} needs an example of its body in openapi/paths/.`] : []),
  ];
}

/** Returns the fields of a JSON body, nested ones included. */
function bodyFieldNames(schemaPointer: string | null): string[] {
  if (schemaPointer === null) return [];
  const { value, pointer } = resolvePointer(schemaPointer);
  const fields = Object.keys((value.properties ?? {}) as object);
  const lists = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => {
    return Object.keys((value[keyword] ?? []) as object).map((index) => `${pointer}/${keyword}/${index}`);
  });
  const items = value.items === undefined ? [] : [`${pointer}/items`];
  const opened = fields.filter((name) => name !== "query").map((name) => `${pointer}/properties/${name}`);
  const nested = [...lists, ...items, ...opened];
  return [...new Set([...fields, ...nested.flatMap(bodyFieldNames)])];
}

/** Returns the last part of a pointer: the name of the component, or a number for a parameter without one. */
function componentName(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf("/") + 1);
}

/** Returns operations in an order in which each can be used once: those that delete come last, nested things first. */
export function deletingLast(operations: readonly Operation[]): Operation[] {
  const rank = ({ method, path }: Operation) => (method === "DELETE" ? 1000 - path.split("/").length : 0);
  return operations.toSorted((one, other) => rank(one) - rank(other));
}
