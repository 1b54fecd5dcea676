// Made from openapi/ by `npm run generate`: change the contract there, not this file.

/** Method and path of operations by their ids. */
export const OPERATIONS = {
  local_evaluation: "GET /api/feature_flag/local_evaluation",
  projects_list: "GET /api/projects",
  projects_retrieve: "GET /api/projects/{project_id}",
  projects_destroy: "DELETE /api/projects/{project_id}",
  projects_partial_update: "PATCH /api/projects/{project_id}",
  project_health_retrieve: "GET /api/projects/{project_id}/health",
  project_keys_list: "GET /api/projects/{project_id}/keys",
  project_keys_create: "POST /api/projects/{project_id}/keys",
  project_keys_destroy: "DELETE /api/projects/{project_id}/keys/{id}",
  session_recordings_list: "GET /api/projects/{project_id}/session_recordings",
  session_recordings_properties_retrieve: "GET /api/projects/{project_id}/session_recordings/properties",
  session_recordings_retrieve: "GET /api/projects/{project_id}/session_recordings/{id}",
  session_recordings_destroy: "DELETE /api/projects/{project_id}/session_recordings/{id}",
  session_recordings_outline_retrieve: "GET /api/projects/{project_id}/session_recordings/{id}/outline",
  session_recordings_pin: "PUT /api/projects/{project_id}/session_recordings/{id}/pin",
  session_recordings_unpin: "DELETE /api/projects/{project_id}/session_recordings/{id}/pin",
  session_recordings_snapshots_retrieve: "GET /api/projects/{project_id}/session_recordings/{id}/snapshots",
  persons_list: "GET /api/projects/{project_id}/persons",
  persons_retrieve: "GET /api/projects/{project_id}/persons/{id}",
  persons_destroy: "DELETE /api/projects/{project_id}/persons/{id}",
  groups_list: "GET /api/projects/{project_id}/groups",
  groups_find_retrieve: "GET /api/projects/{project_id}/groups/find",
  groups_types_list: "GET /api/projects/{project_id}/groups_types",
  persons_export: "GET /api/projects/{project_id}/persons/{id}/export",
  events_list: "GET /api/projects/{project_id}/events",
  events_retrieve: "GET /api/projects/{project_id}/events/{id}",
  dead_letters_list: "GET /api/projects/{project_id}/dead_letters",
  dead_letters_replay: "POST /api/projects/{project_id}/dead_letters/replay",
  event_definitions_list: "GET /api/projects/{project_id}/event_definitions",
  event_schemas_list: "GET /api/projects/{project_id}/event_schemas",
  event_schemas_create: "POST /api/projects/{project_id}/event_schemas",
  event_schema_drafts_list: "GET /api/projects/{project_id}/event_schemas/drafts",
  event_schema_violations_list: "GET /api/projects/{project_id}/event_schemas/violations",
  event_schemas_retrieve: "GET /api/projects/{project_id}/event_schemas/{id}",
  event_schemas_destroy: "DELETE /api/projects/{project_id}/event_schemas/{id}",
  event_schemas_partial_update: "PATCH /api/projects/{project_id}/event_schemas/{id}",
  event_schemas_versions_list: "GET /api/projects/{project_id}/event_schemas/{id}/versions",
  property_definitions_list: "GET /api/projects/{project_id}/property_definitions",
  query_create: "POST /api/projects/{project_id}/query",
  insights_list: "GET /api/projects/{project_id}/insights",
  insights_create: "POST /api/projects/{project_id}/insights",
  insights_retrieve: "GET /api/projects/{project_id}/insights/{id}",
  insights_destroy: "DELETE /api/projects/{project_id}/insights/{id}",
  insights_partial_update: "PATCH /api/projects/{project_id}/insights/{id}",
  insights_run: "POST /api/projects/{project_id}/insights/{id}/run",
  dashboards_list: "GET /api/projects/{project_id}/dashboards",
  dashboards_create: "POST /api/projects/{project_id}/dashboards",
  dashboards_retrieve: "GET /api/projects/{project_id}/dashboards/{id}",
  dashboards_destroy: "DELETE /api/projects/{project_id}/dashboards/{id}",
  dashboards_partial_update: "PATCH /api/projects/{project_id}/dashboards/{id}",
  dashboards_shares_create: "POST /api/projects/{project_id}/dashboards/{id}/shares",
  insights_shares_create: "POST /api/projects/{project_id}/insights/{id}/shares",
  shares_list: "GET /api/projects/{project_id}/shares",
  shares_destroy: "DELETE /api/projects/{project_id}/shares/{id}",
  actions_list: "GET /api/projects/{project_id}/actions",
  actions_create: "POST /api/projects/{project_id}/actions",
  actions_retrieve: "GET /api/projects/{project_id}/actions/{id}",
  actions_destroy: "DELETE /api/projects/{project_id}/actions/{id}",
  actions_partial_update: "PATCH /api/projects/{project_id}/actions/{id}",
  cohorts_list: "GET /api/projects/{project_id}/cohorts",
  cohorts_create: "POST /api/projects/{project_id}/cohorts",
  cohorts_retrieve: "GET /api/projects/{project_id}/cohorts/{id}",
  cohorts_destroy: "DELETE /api/projects/{project_id}/cohorts/{id}",
  cohorts_partial_update: "PATCH /api/projects/{project_id}/cohorts/{id}",
  cohorts_persons_list: "GET /api/projects/{project_id}/cohorts/{id}/persons",
  cohorts_persons_add: "PATCH /api/projects/{project_id}/cohorts/{id}/add_persons_to_static_cohort",
  cohorts_person_remove: "PATCH /api/projects/{project_id}/cohorts/{id}/remove_person_from_static_cohort",
  experiments_list: "GET /api/projects/{project_id}/experiments",
  experiments_create: "POST /api/projects/{project_id}/experiments",
  experiments_retrieve: "GET /api/projects/{project_id}/experiments/{id}",
  experiments_destroy: "DELETE /api/projects/{project_id}/experiments/{id}",
  experiments_partial_update: "PATCH /api/projects/{project_id}/experiments/{id}",
  experiments_results: "GET /api/projects/{project_id}/experiments/{id}/results",
  surveys_list: "GET /api/projects/{project_id}/surveys",
  surveys_create: "POST /api/projects/{project_id}/surveys",
  surveys_retrieve: "GET /api/projects/{project_id}/surveys/{id}",
  surveys_destroy: "DELETE /api/projects/{project_id}/surveys/{id}",
  surveys_partial_update: "PATCH /api/projects/{project_id}/surveys/{id}",
  surveys_stats: "GET /api/projects/{project_id}/surveys/{id}/stats",
  early_access_feature_list: "GET /api/projects/{project_id}/early_access_feature",
  early_access_feature_create: "POST /api/projects/{project_id}/early_access_feature",
  early_access_feature_retrieve: "GET /api/projects/{project_id}/early_access_feature/{id}",
  early_access_feature_destroy: "DELETE /api/projects/{project_id}/early_access_feature/{id}",
  early_access_feature_partial_update: "PATCH /api/projects/{project_id}/early_access_feature/{id}",
  alerts_list: "GET /api/projects/{project_id}/alerts",
  alerts_create: "POST /api/projects/{project_id}/alerts",
  alerts_retrieve: "GET /api/projects/{project_id}/alerts/{id}",
  alerts_destroy: "DELETE /api/projects/{project_id}/alerts/{id}",
  alerts_partial_update: "PATCH /api/projects/{project_id}/alerts/{id}",
  subscriptions_list: "GET /api/projects/{project_id}/subscriptions",
  subscriptions_create: "POST /api/projects/{project_id}/subscriptions",
  subscriptions_retrieve: "GET /api/projects/{project_id}/subscriptions/{id}",
  subscriptions_destroy: "DELETE /api/projects/{project_id}/subscriptions/{id}",
  subscriptions_partial_update: "PATCH /api/projects/{project_id}/subscriptions/{id}",
  subscriptions_test_delivery: "POST /api/projects/{project_id}/subscriptions/{id}/test-delivery",
  annotations_list: "GET /api/projects/{project_id}/annotations",
  annotations_create: "POST /api/projects/{project_id}/annotations",
  annotations_retrieve: "GET /api/projects/{project_id}/annotations/{id}",
  annotations_destroy: "DELETE /api/projects/{project_id}/annotations/{id}",
  annotations_partial_update: "PATCH /api/projects/{project_id}/annotations/{id}",
  error_tracking_issues_list: "GET /api/projects/{project_id}/error_tracking/issues",
  error_tracking_issues_retrieve: "GET /api/projects/{project_id}/error_tracking/issues/{id}",
  error_tracking_issues_partial_update: "PATCH /api/projects/{project_id}/error_tracking/issues/{id}",
  findings_list: "GET /api/projects/{project_id}/findings",
  heatmaps_list: "GET /api/projects/{project_id}/heatmaps",
  activity_log_list: "GET /api/projects/{project_id}/activity_log",
  project_document_retrieve: "GET /api/projects/{project_id}/openapi.json",
  feature_flags_list: "GET /api/projects/{project_id}/feature_flags",
  feature_flags_create: "POST /api/projects/{project_id}/feature_flags",
  feature_flags_evaluate: "POST /api/projects/{project_id}/feature_flags/evaluate",
  feature_flags_preview: "POST /api/projects/{project_id}/feature_flags/preview",
  feature_flags_retrieve: "GET /api/projects/{project_id}/feature_flags/{id}",
  feature_flags_destroy: "DELETE /api/projects/{project_id}/feature_flags/{id}",
  feature_flags_partial_update: "PATCH /api/projects/{project_id}/feature_flags/{id}",
  scheduled_changes_list: "GET /api/projects/{project_id}/scheduled_changes",
  scheduled_changes_create: "POST /api/projects/{project_id}/scheduled_changes",
  scheduled_changes_retrieve: "GET /api/projects/{project_id}/scheduled_changes/{id}",
  scheduled_changes_destroy: "DELETE /api/projects/{project_id}/scheduled_changes/{id}",
  scheduled_changes_partial_update: "PATCH /api/projects/{project_id}/scheduled_changes/{id}",
  feature_flags_status: "GET /api/projects/{project_id}/feature_flags/{id}/status",
  feature_flags_activity_list: "GET /api/projects/{project_id}/feature_flags/{id}/activity",
  feature_flags_remote_config: "GET /api/projects/{project_id}/feature_flags/{id}/remote_config",
  erasures_list: "GET /api/projects/{project_id}/erasures",
  erasures_retrieve: "GET /api/projects/{project_id}/erasures/{id}",
  organizations_list: "GET /api/organizations",
  organizations_retrieve: "GET /api/organizations/{parent_lookup_organization_id}",
  organizations_partial_update: "PATCH /api/organizations/{parent_lookup_organization_id}",
  invites_list: "GET /api/organizations/{parent_lookup_organization_id}/invites",
  invites_create: "POST /api/organizations/{parent_lookup_organization_id}/invites",
  invites_bulk_create: "POST /api/organizations/{parent_lookup_organization_id}/invites/bulk",
  invites_destroy: "DELETE /api/organizations/{parent_lookup_organization_id}/invites/{id}",
  invites_resend: "POST /api/organizations/{parent_lookup_organization_id}/invites/{id}/resend",
  invites_link_create: "POST /api/organizations/{parent_lookup_organization_id}/invites/{id}/link",
  feature_flags_copy: "POST /api/organizations/{parent_lookup_organization_id}/feature_flags/copy_flags",
  members_list: "GET /api/organizations/{parent_lookup_organization_id}/members",
  members_destroy: "DELETE /api/organizations/{parent_lookup_organization_id}/members/{id}",
  members_partial_update: "PATCH /api/organizations/{parent_lookup_organization_id}/members/{id}",
  members_sign_in_link_create: "POST /api/organizations/{parent_lookup_organization_id}/members/{id}/sign_in_link",
  organization_projects_list: "GET /api/organizations/{parent_lookup_organization_id}/projects",
  projects_create: "POST /api/organizations/{parent_lookup_organization_id}/projects",
  users_me_retrieve: "GET /api/users/@me",
  users_me_partial_update: "PATCH /api/users/@me",
  personal_keys_list: "GET /api/users/@me/keys",
  personal_keys_create: "POST /api/users/@me/keys",
  personal_keys_destroy: "DELETE /api/users/@me/keys/{id}",
  personal_keys_retrieve: "GET /api/personal_api_keys/@current",
  sessions_list: "GET /api/users/@me/sessions",
  sessions_destroy: "DELETE /api/users/@me/sessions/{id}",
  passkeys_list: "GET /api/users/@me/passkeys",
  passkeys_create: "POST /api/users/@me/passkeys",
  passkeys_destroy: "DELETE /api/users/@me/passkeys/{id}",
  passkeys_partial_update: "PATCH /api/users/@me/passkeys/{id}",
  sign_in_retrieve: "GET /api/sign_in",
  sign_in_link_create: "POST /api/sign_in/link",
  sign_in_token_show: "POST /api/sign_in/token",
  sign_in_challenge_create: "POST /api/sign_in/challenge",
  sign_in_oidc_begin: "GET /api/sign_in/oidc/{provider}",
  sign_in_oidc_finish: "GET /api/sign_in/oidc/{provider}/callback",
  sessions_create: "POST /api/sessions",
  sessions_password_create: "POST /api/sessions/password",
  sessions_passkey_create: "POST /api/sessions/passkey",
  sessions_current_destroy: "DELETE /api/sessions/current",
  invite_retrieve: "GET /api/invites/{secret}",
  invite_accept: "POST /api/invites/{secret}",
  shared_retrieve: "GET /api/shared/{token}",
  shared_answer_retrieve: "GET /api/shared/{token}/insights/{short_id}",
} as const;

/** Limits of schemas, as attributes of form fields, and values. */
export const DefinedFlag = {"tags":{"maxItems":100},"evaluation_contexts":{"maxItems":100},"bucketing_identifier":{"values":["distinct_id","device_id",""]},"evaluation_runtime":{"values":["all","client","server"]},"description":{"values":[false,"",{},[]]}} as const;
export const ErrorCode = ["required","null","blank","invalid_input","unique","max_length","invalid_project","parse_error","not_authenticated","invalid_api_key","invalid_personal_api_key","permission_denied","not_found","method_not_allowed","request_timeout","breaking_change","conflict","request_too_large","unsupported_media_type","range_not_satisfiable","throttled","headers_too_large","fetch_team_fail","journal_full","query_engine_failed","query_limit_exceeded","service_unavailable"] as const;
export const Error = {"type":{"values":["validation_error","authentication_error","invalid_request","throttled_error","server_error"]}} as const;
export const FlagDetail = {"reason":{"code":{"values":["condition_match","no_condition_match","out_of_rollout_bound","no_group_type","super_condition_value","holdout_condition_value"]}},"metadata":{"id":{"min":1,"max":2147483647},"version":{"min":1,"max":2147483647}}} as const;
export const ErrorTracking = {"suppressionRules":{"maxItems":0}} as const;
export const FlagsResponse = {"siteApps":{"maxItems":0}} as const;
export const ClientForm = {"compression":{"values":["lz64","gzip","gzip-js","base64"]}} as const;
export const RemoteConfig = {"siteApps":{"maxItems":0}} as const;
export const OfrepEvaluation = {"reason":{"values":["TARGETING_MATCH","SPLIT","STATIC","DEFAULT","DISABLED"]}} as const;
export const OfrepError = {"type":{"values":["validation_error","invalid_request"]},"errorCode":{"values":["PARSE_ERROR","TARGETING_KEY_MISSING","INVALID_CONTEXT","FLAG_NOT_FOUND","GENERAL"]}} as const;
export const FlagDefinition = {"id":{"min":1,"max":2147483647},"version":{"min":1,"max":2147483647},"bucketing_identifier":{"values":["distinct_id","device_id"]},"evaluation_runtime":{"values":["all","client","server"]}} as const;
export const SurveyQuestion = {"id":{"maxLength":100},"type":{"values":["open","link","rating","single_choice","multiple_choice"]},"question":{"maxLength":2000},"description":{"maxLength":5000},"buttonText":{"maxLength":400},"choices":{"maxItems":50},"display":{"values":["number","emoji"]},"scale":{"values":[2,3,5,7,10]},"lowerBoundLabel":{"maxLength":400},"upperBoundLabel":{"maxLength":400},"link":{"maxLength":2000},"validation":{"maxItems":10},"branching":{"type":{"values":["next_question","end","response_based","specific_question"]},"index":{"min":0,"max":29}}} as const;
export const Surveys = {"surveys":{"maxItems":100}} as const;
export const EarlyAccessFeatures = {"earlyAccessFeatures":{"maxItems":100}} as const;
export const WebExperiments = {"experiments":{"maxItems":0}} as const;
export const ProductTours = {"product_tours":{"maxItems":0}} as const;
export const QueryPropertyFilter = {"key":{"maxLength":400},"type":{"values":["event","person","group","feature","session","cohort"]},"operator":{"values":["exact","is_not","icontains","not_icontains","regex","not_regex","gt","gte","lt","lte","is_set","is_not_set","is_date_exact","is_date_after","is_date_before","in","not_in"]},"value":{"maxItems":1000},"group_type_index":{"min":0,"max":99}} as const;
export const Project = {"event_retention_seconds":{"min":0,"max":315360000},"week_start_day":{"min":0,"max":1},"test_account_filters":{"maxItems":50},"app_urls":{"maxItems":100},"recording_domains":{"maxItems":100}} as const;
export const PaginatedProjects = {"count":{"min":0}} as const;
export const ProjectPatch = {"name":{"maxLength":200},"event_retention_seconds":{"min":0,"max":315360000},"timezone":{"maxLength":100},"week_start_day":{"min":0,"max":1},"test_account_filters":{"maxItems":50},"app_urls":{"maxItems":100},"recording_domains":{"maxItems":100}} as const;
export const EngineState = ["ok","unavailable","damaged"] as const;
export const DroppedEvents = {"reason":{"values":["not_an_object","no_event","no_distinct_id"]},"count":{"min":1}} as const;
export const ProjectHealth = {"journal":{"entries":{"min":0},"bytes":{"min":0},"oldest_seconds":{"min":0},"max_bytes":{"min":0}},"disk_free_bytes":{"min":0},"store_bytes":{"min":0},"history":{"files":{"min":0},"bytes":{"min":0},"lag_seconds":{"min":0}},"dead_letters":{"count":{"min":0},"max_bytes":{"min":0}}} as const;
export const ProjectKeyRequest = {"label":{"maxLength":200}} as const;
export const Person = {"distinct_ids":{"maxItems":100}} as const;
export const StoragePlace = ["object_storage","in_memory","columnar"] as const;
export const SessionRecording = {"viewed":{"values":["true","false"]},"recording_duration":{"min":0},"active_seconds":{"min":0},"inactive_seconds":{"min":0},"click_count":{"min":0},"keypress_count":{"min":0},"mouse_activity_count":{"min":0},"console_log_count":{"min":0},"console_warn_count":{"min":0},"console_error_count":{"min":0}} as const;
export const PaginatedSessionRecordings = {"count":{"min":0}} as const;
export const PaginatedPersons = {"count":{"min":0}} as const;
export const Erasure = {"state":{"values":["pending","completed"]}} as const;
export const Group = {"group_type_index":{"min":0,"max":99}} as const;
export const PaginatedGroups = {"count":{"min":0}} as const;
export const GroupType = {"group_type_index":{"min":0,"max":99}} as const;
export const DeadLetter = {"bytes":{"min":0}} as const;
export const DeadLetterCause = {"count":{"min":1}} as const;
export const PaginatedDeadLetters = {"count":{"min":0}} as const;
export const DeadLetterReplayRequest = {"uuids":{"maxItems":200},"reason":{"maxLength":1000}} as const;
export const DeadLetterReplay = {"replayed":{"min":0},"damaged":{"min":0},"remaining":{"min":0}} as const;
export const EventDefinition = {"volume_30_day":{"min":0}} as const;
export const PaginatedEventDefinitions = {"count":{"min":0}} as const;
export const EventSchema = {"event":{"maxLength":200},"description":{"maxLength":10000},"mode":{"values":["warn","refuse"]},"version":{"min":1}} as const;
export const PaginatedEventSchemas = {"count":{"min":0}} as const;
export const EventSchemaRequest = {"event":{"maxLength":200},"description":{"maxLength":10000},"mode":{"values":["warn","refuse"]}} as const;
export const EventSchemaViolations = {"version":{"min":1},"count":{"min":1},"refused_count":{"min":0},"examples":{"maxItems":20}} as const;
export const PaginatedEventSchemaViolations = {"count":{"min":0}} as const;
export const EventSchemaPatch = {"description":{"maxLength":10000},"mode":{"values":["warn","refuse"]},"version":{"min":1,"max":2147483647}} as const;
export const PropertyDefinition = {"property_type":{"values":["String","Numeric","Boolean","DateTime"]},"examples":{"maxItems":3},"volume_30_day":{"min":0}} as const;
export const PaginatedPropertyDefinitions = {"count":{"min":0}} as const;
export const EventsNode = {"kind":{"values":["EventsNode","ActionsNode"]},"id":{"min":1,"max":9999999999},"math":{"values":["total","dau","weekly_active","monthly_active","unique_session","unique_group","sum","avg","min","max","median","p75","p90","p95","p99"]},"math_property":{"maxLength":400},"math_group_type_index":{"min":0,"max":99},"properties":{"maxItems":50},"fixedProperties":{"maxItems":50}} as const;
export const QueryInterval = ["hour","day","week","month","quarter","year"] as const;
export const QueryDateRange = {"date_from":{"maxLength":40},"date_to":{"maxLength":40}} as const;
export const QueryPropertyGroup = {"type":{"values":["AND","OR"]},"values":{"maxItems":20}} as const;
export const QueryBreakdown = {"breakdown":{"maxLength":400,"maxItems":20},"breakdown_type":{"values":["event","person","group","cohort"]},"breakdown_group_type_index":{"min":0,"max":99},"breakdowns":{"maxItems":3},"breakdown_limit":{"min":1,"max":500},"breakdown_histogram_bin_count":{"min":1,"max":100}} as const;
export const TrendsQuery = {"series":{"maxItems":20},"trendsFilter":{"display":{"values":["ActionsLineGraph","ActionsBar","ActionsAreaGraph","ActionsLineGraphCumulative","BoldNumber","ActionsPie","ActionsBarValue","ActionsTable"]},"formula":{"maxLength":200},"formulas":{"maxItems":20},"formulaNodes":{"maxItems":20}}} as const;
export const QueryStep = {"kind":{"values":["EventsNode","ActionsNode"]},"id":{"min":1,"max":9999999999},"math":{"values":["total","dau"]},"properties":{"maxItems":50},"fixedProperties":{"maxItems":50}} as const;
export const QueryFunnelExclusion = {"kind":{"values":["EventsNode","ActionsNode"]},"id":{"min":1,"max":9999999999},"properties":{"maxItems":50},"funnelFromStep":{"min":0,"max":18},"funnelToStep":{"min":1,"max":19}} as const;
export const QueryFunnelsFilter = {"funnelOrderType":{"values":["ordered","strict","unordered"]},"funnelVizType":{"values":["steps","time_to_convert","trends"]},"funnelWindowInterval":{"min":1,"max":100000},"funnelWindowIntervalUnit":{"values":["second","minute","hour","day","week","month"]},"funnelFromStep":{"min":0,"max":18},"funnelToStep":{"min":1,"max":19},"binCount":{"min":1,"max":90},"breakdownAttributionType":{"values":["first_touch","last_touch","all_events","step"]},"breakdownAttributionValue":{"min":0,"max":19},"exclusions":{"maxItems":10}} as const;
export const FunnelsQuery = {"series":{"maxItems":20},"aggregation_group_type_index":{"min":0,"max":99}} as const;
export const QueryRetentionEntity = {"type":{"values":["events","actions"]},"kind":{"values":["EventsNode","ActionsNode"]},"properties":{"maxItems":50}} as const;
export const RetentionQuery = {"retentionFilter":{"retentionType":{"values":["retention_first_time","retention_recurring"]},"totalIntervals":{"min":1,"max":100},"period":{"values":["Hour","Day","Week","Month"]},"timeWindowMode":{"values":["strict_calendar_dates","24_hour_windows"]}},"aggregation_group_type_index":{"min":0,"max":99}} as const;
export const LifecycleQuery = {"series":{"maxItems":1},"aggregation_group_type_index":{"min":0,"max":99}} as const;
export const QueryStickinessStep = {"kind":{"values":["EventsNode","ActionsNode"]},"id":{"min":1,"max":9999999999},"math":{"values":["total","dau","unique_group"]},"math_group_type_index":{"min":0,"max":99},"properties":{"maxItems":50},"fixedProperties":{"maxItems":50}} as const;
export const StickinessQuery = {"series":{"maxItems":20},"stickinessFilter":{"computedAs":{"values":["non_cumulative","cumulative"]}}} as const;
export const QueryPathsFilter = {"includeEventTypes":{"maxItems":3},"startPoint":{"maxLength":2000},"excludeEvents":{"maxItems":100},"stepLimit":{"min":2,"max":20},"edgeLimit":{"min":1,"max":1000},"minEdgeWeight":{"min":1},"maxEdgeWeight":{"min":1},"pathStartKey":{"maxLength":2010},"pathEndKey":{"maxLength":2010}} as const;
export const PathsQuery = {"aggregation_group_type_index":{"min":0,"max":99}} as const;
export const EventsQuery = {"select":{"maxItems":50},"where":{"maxItems":20},"actionId":{"min":1,"max":9999999999},"properties":{"maxItems":50},"fixedProperties":{"maxItems":50},"after":{"maxLength":40},"before":{"maxLength":40},"orderBy":{"maxItems":10},"limit":{"min":1,"max":10000},"offset":{"min":0,"max":1000000}} as const;
export const QueryAbsent = [false,null] as const;
export const ErrorTrackingQuery = {"status":{"values":["active","resolved","suppressed","all"]},"searchQuery":{"maxLength":200},"orderBy":{"values":["last_seen","first_seen","occurrences","users","sessions"]},"orderDirection":{"values":["ASC","DESC"]},"volumeResolution":{"min":0,"max":200},"limit":{"min":1,"max":1000},"offset":{"min":0,"max":1000000}} as const;
export const InsightActorsQuery = {"day":{"maxLength":40},"status":{"values":["new","returning","resurrecting","dormant"]},"interval":{"min":0,"max":99},"series":{"min":0,"max":19},"breakdown":{"maxItems":3}} as const;
export const FunnelsActorsQuery = {"funnelStep":{"min":-20,"max":20},"funnelStepBreakdown":{"maxItems":3}} as const;
export const ActorsQuery = {"select":{"maxItems":10},"limit":{"min":1,"max":1000},"offset":{"min":0,"max":1000000}} as const;
export const QueryRecordingFilter = {"key":{"maxLength":400},"type":{"values":["event","person","group","recording","cohort"]},"operator":{"values":["exact","is_not","icontains","not_icontains","regex","not_regex","gt","gte","lt","lte","is_set","is_not_set","is_date_exact","is_date_after","is_date_before","in","not_in"]},"value":{"maxItems":1000},"group_type_index":{"min":0,"max":99}} as const;
export const QueryRecordingFigure = {"key":{"values":["duration","active_seconds","inactive_seconds","click_count","keypress_count","mouse_activity_count","console_log_count","console_warn_count","console_error_count"]},"operator":{"values":["exact","gt","gte","lt","lte"]}} as const;
export const RecordingsQuery = {"date_from":{"maxLength":40},"date_to":{"maxLength":40},"events":{"maxItems":20},"without_events":{"maxItems":20},"properties":{"maxItems":50},"operand":{"values":["AND","OR"]},"having_predicates":{"maxItems":20},"person_email":{"maxLength":320},"distinct_ids":{"maxItems":1000},"session_ids":{"maxItems":1000},"limit":{"min":1,"max":100},"after":{"maxLength":2000}} as const;
export const HogQLQuery = {"query":{"maxLength":65536}} as const;
export const WebOverviewQuery = {"properties":{"maxItems":50}} as const;
export const WebStatsTableQuery = {"breakdownBy":{"values":["Page","InitialPage","ExitPage","ScreenName","InitialChannelType","InitialReferringDomain","InitialUTMSource","InitialUTMMedium","InitialUTMCampaign","InitialUTMTerm","InitialUTMContent","Browser","OS","DeviceType","Country"]},"orderBy":{"maxItems":2},"limit":{"min":1,"max":10000},"offset":{"min":0,"max":1000000},"properties":{"maxItems":50}} as const;
export const QueryRequest = {"refresh":{"values":["blocking","force_blocking","force_cache","async","force_async","lazy_async","async_except_on_cache_miss",true,false]}} as const;
export const TrendsResult = {"compare_label":{"values":["current","previous"]}} as const;
export const LifecycleResult = {"status":{"values":["new","returning","resurrecting","dormant"]}} as const;
export const StickinessResult = {"compare_label":{"values":["current","previous"]}} as const;
export const WebOverviewResult = {"kind":{"values":["unit","duration_s","percentage"]}} as const;
export const ErrorIssueStatus = ["active","resolved","suppressed"] as const;
export const InsightVariable = {"type":{"values":["String","Number","Boolean","Date","List"]},"default":{"maxLength":65536,"maxItems":1000},"description":{"maxLength":1000}} as const;
export const Insight = {"id":{"min":1},"name":{"maxLength":400},"description":{"maxLength":10000},"derived_name":{"maxLength":400},"tags":{"maxItems":100},"dashboards":{"maxItems":200},"variables":{"maxItems":20},"version":{"min":1}} as const;
export const PaginatedInsights = {"count":{"min":0}} as const;
export const InsightRequest = {"name":{"maxLength":400},"description":{"maxLength":10000},"derived_name":{"maxLength":400},"tags":{"maxItems":100},"dashboards":{"maxItems":200},"variables":{"maxItems":20}} as const;
export const InsightPatch = {"name":{"maxLength":400},"description":{"maxLength":10000},"derived_name":{"maxLength":400},"tags":{"maxItems":100},"dashboards":{"maxItems":200},"variables":{"maxItems":20},"version":{"min":1,"max":2147483647}} as const;
export const InsightRunRequest = {"refresh":{"values":["blocking","force_blocking"]}} as const;
export const TileLayout = {"x":{"min":0,"max":1000},"y":{"min":0,"max":10000},"w":{"min":1,"max":1000},"h":{"min":1,"max":1000},"minW":{"min":1,"max":1000},"minH":{"min":1,"max":1000}} as const;
export const DashboardTile = {"id":{"min":1},"insight":{"id":{"min":1}},"text":{"id":{"min":1}},"color":{"maxLength":100}} as const;
export const Dashboard = {"id":{"min":1},"name":{"maxLength":400},"description":{"maxLength":10000},"tags":{"maxItems":100},"tiles":{"maxItems":100},"version":{"min":1}} as const;
export const PaginatedDashboards = {"count":{"min":0}} as const;
export const DashboardTileRequest = {"id":{"min":1,"max":2147483647},"insight":{"maxLength":20},"text":{"body":{"maxLength":4000}},"color":{"maxLength":100}} as const;
export const DashboardRequest = {"name":{"maxLength":400},"description":{"maxLength":10000},"tags":{"maxItems":100},"tiles":{"maxItems":100}} as const;
export const DashboardPatch = {"name":{"maxLength":400},"description":{"maxLength":10000},"tags":{"maxItems":100},"tiles":{"maxItems":100},"version":{"min":1,"max":2147483647}} as const;
export const ShareRequest = {"allowed_origins":{"maxItems":20}} as const;
export const Share = {"id":{"min":1},"allowed_origins":{"maxItems":20},"version":{"min":1}} as const;
export const PaginatedShares = {"count":{"min":0}} as const;
export const ActionStep = {"event":{"maxLength":2000},"url":{"maxLength":2000},"url_matching":{"values":["contains","regex","exact"]},"text":{"maxLength":2000},"text_matching":{"values":["contains","regex","exact"]},"href":{"maxLength":2000},"href_matching":{"values":["contains","regex","exact"]},"selector":{"maxLength":2000},"tag_name":{"maxLength":2000},"properties":{"maxItems":50}} as const;
export const Action = {"id":{"min":1},"name":{"maxLength":400},"description":{"maxLength":10000},"tags":{"maxItems":100},"steps":{"maxItems":20},"version":{"min":1}} as const;
export const PaginatedActions = {"count":{"min":0}} as const;
export const ActionRequest = {"name":{"maxLength":400},"description":{"maxLength":10000},"tags":{"maxItems":100},"steps":{"maxItems":20}} as const;
export const ActionPatch = {"name":{"maxLength":400},"description":{"maxLength":10000},"tags":{"maxItems":100},"steps":{"maxItems":20},"version":{"min":1,"max":2147483647}} as const;
export const CohortCondition = {"type":{"values":["person","behavioral","cohort"]},"key":{"maxLength":400},"value":{"maxItems":1000},"operator":{"values":["exact","is_not","icontains","not_icontains","regex","not_regex","gt","gte","lt","lte","is_set","is_not_set","is_date_exact","is_date_after","is_date_before","in","not_in"]},"event_type":{"values":["events","actions"]},"event_filters":{"maxItems":20},"operator_value":{"min":0,"max":1000000},"time_value":{"min":1,"max":9999},"time_interval":{"values":["minute","hour","day","week","month","year"]},"explicit_datetime":{"maxLength":40},"seq_event":{"maxLength":400},"seq_event_type":{"values":["events","actions"]},"seq_time_value":{"min":1,"max":9999},"seq_time_interval":{"values":["minute","hour","day","week","month","year"]}} as const;
export const CohortInnerGroup = {"type":{"values":["AND","OR"]},"values":{"maxItems":50}} as const;
export const CohortGroup = {"type":{"values":["AND","OR"]},"values":{"maxItems":50}} as const;
export const CohortLegacyGroup = {"properties":{"maxItems":50},"event_id":{"maxLength":400},"action_id":{"min":1},"days":{"min":1,"max":9999},"count":{"min":0,"max":1000000},"count_operator":{"values":["gte","lte","eq"]}} as const;
export const Cohort = {"id":{"min":1},"name":{"maxLength":400},"description":{"maxLength":10000},"groups":{"maxItems":20},"version":{"min":1}} as const;
export const PaginatedCohorts = {"count":{"min":0}} as const;
export const CohortRequest = {"name":{"maxLength":400},"description":{"maxLength":10000},"groups":{"maxItems":20}} as const;
export const CohortPatch = {"name":{"maxLength":400},"description":{"maxLength":10000},"groups":{"maxItems":20},"version":{"min":1,"max":2147483647}} as const;
export const CohortPersons = {"person_ids":{"maxItems":5000},"distinct_ids":{"maxItems":5000},"csv":{"maxLength":250000}} as const;
export const CohortPerson = {"person_id":{"maxLength":400}} as const;
export const ExperimentVariant = {"key":{"maxLength":400},"name":{"maxLength":400},"rollout_percentage":{"min":0,"max":100}} as const;
export const ExperimentParameters = {"feature_flag_variants":{"maxItems":20},"minimum_detectable_effect":{"min":0.01,"max":10000}} as const;
export const ExperimentSource = {"kind":{"values":["EventsNode","ActionsNode"]},"id":{"min":1,"max":9999999999},"event":{"maxLength":400},"name":{"maxLength":400},"properties":{"maxItems":50},"math":{"values":["total","dau","sum","avg","min","max"]},"math_property":{"maxLength":400}} as const;
export const ExperimentMeanMetric = {"uuid":{"maxLength":100},"name":{"maxLength":400},"goal":{"values":["increase","decrease"]},"conversion_window":{"min":1,"max":10000},"conversion_window_unit":{"values":["second","minute","hour","day","week","month"]}} as const;
export const ExperimentStep = {"kind":{"values":["EventsNode","ActionsNode"]},"id":{"min":1,"max":9999999999},"event":{"maxLength":400},"name":{"maxLength":400},"properties":{"maxItems":50}} as const;
export const ExperimentFunnelMetric = {"uuid":{"maxLength":100},"name":{"maxLength":400},"goal":{"values":["increase","decrease"]},"conversion_window":{"min":1,"max":10000},"conversion_window_unit":{"values":["second","minute","hour","day","week","month"]},"series":{"maxItems":10}} as const;
export const ExperimentRatioMetric = {"uuid":{"maxLength":100},"name":{"maxLength":400},"goal":{"values":["increase","decrease"]},"conversion_window":{"min":1,"max":10000},"conversion_window_unit":{"values":["second","minute","hour","day","week","month"]}} as const;
export const ExperimentExposure = {"kind":{"values":["ExperimentEventExposureConfig","ActionsNode"]},"event":{"maxLength":400},"id":{"min":1,"max":9999999999},"properties":{"maxItems":50}} as const;
export const ExperimentExposureCriteria = {"multiple_variant_handling":{"values":["exclude","first_seen"]}} as const;
export const Experiment = {"id":{"min":1},"name":{"maxLength":400},"description":{"maxLength":10000},"metrics":{"maxItems":10},"metrics_secondary":{"maxItems":10},"conclusion":{"values":["won","lost","inconclusive","stopped_early","invalid"]},"conclusion_comment":{"maxLength":10000},"feature_flag_key":{"maxLength":400},"version":{"min":1}} as const;
export const PaginatedExperiments = {"count":{"min":0}} as const;
export const ExperimentRequest = {"name":{"maxLength":400},"description":{"maxLength":10000},"metrics":{"maxItems":10},"metrics_secondary":{"maxItems":10},"conclusion":{"values":["won","lost","inconclusive","stopped_early","invalid"]},"conclusion_comment":{"maxLength":10000},"feature_flag_key":{"maxLength":400}} as const;
export const ExperimentPatch = {"name":{"maxLength":400},"description":{"maxLength":10000},"metrics":{"maxItems":10},"metrics_secondary":{"maxItems":10},"conclusion":{"values":["won","lost","inconclusive","stopped_early","invalid"]},"conclusion_comment":{"maxLength":10000},"version":{"min":1,"max":2147483647}} as const;
export const ExperimentDifference = {"interval":{"maxItems":2},"verdict":{"values":["better","worse","undecided"]},"read_once":{"interval":{"maxItems":2}}} as const;
export const ExperimentMetricResult = {"metric_type":{"values":["mean","funnel","ratio"]},"goal":{"values":["increase","decrease"]}} as const;
export const ExperimentDecision = {"action":{"values":["ship","stop","wait","check"]}} as const;
export const ExperimentResults = {"days":{"maxItems":91}} as const;
export const SurveyConditions = {"url":{"maxLength":2000},"urlMatchType":{"values":["regex","not_regex","exact","is_not","icontains","not_icontains"]},"selector":{"maxLength":2000},"deviceTypes":{"maxItems":20},"deviceTypesMatchType":{"values":["regex","not_regex","exact","is_not","icontains","not_icontains"]},"seenSurveyWaitPeriodInDays":{"min":0,"max":36500},"linkedFlagVariant":{"maxLength":400},"events":{"values":{"maxItems":50}},"actions":{"values":{"maxItems":50}}} as const;
export const SurveyFlag = {"id":{"min":1}} as const;
export const Survey = {"name":{"maxLength":400},"description":{"maxLength":10000},"type":{"values":["popover","widget","api"]},"schedule":{"values":["once","recurring","always"]},"linked_flag_id":{"min":1,"max":2147483647},"targeting_flag_id":{"min":1,"max":2147483647},"questions":{"maxItems":30},"responses_limit":{"min":1,"max":2147483647},"iteration_count":{"min":1,"max":500},"iteration_frequency_days":{"min":1,"max":3650},"current_iteration":{"min":1},"version":{"min":1}} as const;
export const PaginatedSurveys = {"count":{"min":0}} as const;
export const SurveyRequest = {"name":{"maxLength":400},"description":{"maxLength":10000},"type":{"values":["popover","widget","api"]},"schedule":{"values":["once","recurring","always"]},"linked_flag_id":{"min":1,"max":2147483647},"targeting_flag_id":{"min":1,"max":2147483647},"questions":{"maxItems":30},"responses_limit":{"min":1,"max":2147483647},"iteration_count":{"min":1,"max":500},"iteration_frequency_days":{"min":1,"max":3650}} as const;
export const SurveyPatch = {"name":{"maxLength":400},"description":{"maxLength":10000},"type":{"values":["popover","widget","api"]},"schedule":{"values":["once","recurring","always"]},"linked_flag_id":{"min":1,"max":2147483647},"targeting_flag_id":{"min":1,"max":2147483647},"questions":{"maxItems":30},"responses_limit":{"min":1,"max":2147483647},"iteration_count":{"min":1,"max":500},"iteration_frequency_days":{"min":1,"max":3650},"version":{"min":1,"max":2147483647}} as const;
export const EarlyAccessFeature = {"name":{"maxLength":200},"description":{"maxLength":10000},"stage":{"values":["draft","concept","alpha","beta","general-availability","archived"]},"documentation_url":{"maxLength":800},"feature_flag_id":{"min":1,"max":2147483647},"version":{"min":1}} as const;
export const PaginatedEarlyAccessFeatures = {"count":{"min":0}} as const;
export const EarlyAccessFeatureRequest = {"name":{"maxLength":200},"description":{"maxLength":10000},"stage":{"values":["draft","concept","alpha","beta","general-availability","archived"]},"documentation_url":{"maxLength":800},"feature_flag_id":{"min":1,"max":2147483647}} as const;
export const EarlyAccessFeaturePatch = {"name":{"maxLength":200},"description":{"maxLength":10000},"stage":{"values":["draft","concept","alpha","beta","general-availability","archived"]},"documentation_url":{"maxLength":800},"feature_flag_id":{"min":1,"max":2147483647},"version":{"min":1,"max":2147483647}} as const;
export const AlertState = ["Not firing","Firing","Errored","Snoozed"] as const;
export const Alert = {"name":{"maxLength":255},"insight":{"id":{"min":1}},"threshold":{"configuration":{"type":{"values":["absolute","percentage"]}},"name":{"maxLength":255}},"condition":{"type":{"values":["absolute_value","relative_increase","relative_decrease"]}},"config":{"series_index":{"min":0,"max":99}},"calculation_interval":{"values":["hourly","daily","weekly","monthly"]},"webhook_url":{"maxLength":2000},"version":{"min":1}} as const;
export const PaginatedAlerts = {"count":{"min":0}} as const;
export const AlertRequest = {"name":{"maxLength":255},"insight":{"min":1,"max":9007199254740991},"subscribed_users":{"maxItems":20},"threshold":{"configuration":{"type":{"values":["absolute","percentage"]}},"name":{"maxLength":255}},"condition":{"type":{"values":["absolute_value","relative_increase","relative_decrease"]}},"config":{"series_index":{"min":0,"max":99}},"calculation_interval":{"values":["hourly","daily","weekly","monthly"]},"webhook_url":{"maxLength":2000}} as const;
export const AlertPatch = {"name":{"maxLength":255},"insight":{"min":1,"max":9007199254740991},"subscribed_users":{"maxItems":20},"threshold":{"configuration":{"type":{"values":["absolute","percentage"]}},"name":{"maxLength":255}},"condition":{"type":{"values":["absolute_value","relative_increase","relative_decrease"]}},"config":{"series_index":{"min":0,"max":99}},"calculation_interval":{"values":["hourly","daily","weekly","monthly"]},"webhook_url":{"maxLength":2000},"version":{"min":1,"max":2147483647}} as const;
export const Subscription = {"id":{"min":1},"dashboard_export_insights":{"maxItems":25},"target_type":{"values":["email","webhook","slack"]},"target_value":{"maxLength":6000},"frequency":{"values":["daily","weekly","monthly","yearly"]},"interval":{"min":1,"max":100},"byweekday":{"maxItems":7},"bysetpos":{"min":-1,"max":4},"count":{"min":1,"max":2147483647},"title":{"maxLength":100},"version":{"min":1}} as const;
export const PaginatedSubscriptions = {"count":{"min":0}} as const;
export const SubscriptionRequest = {"dashboard":{"min":1,"max":9007199254740991},"insight":{"min":1,"max":9007199254740991},"dashboard_export_insights":{"maxItems":25},"target_type":{"values":["email","webhook","slack"]},"target_value":{"maxLength":6000},"frequency":{"values":["daily","weekly","monthly","yearly"]},"interval":{"min":1,"max":100},"byweekday":{"maxItems":7},"bysetpos":{"min":-1,"max":4},"count":{"min":1,"max":2147483647},"title":{"maxLength":100},"integration_id":{"min":-9007199254740991,"max":9007199254740991},"invite_message":{"maxLength":10000}} as const;
export const SubscriptionPatch = {"dashboard":{"min":1,"max":9007199254740991},"insight":{"min":1,"max":9007199254740991},"dashboard_export_insights":{"maxItems":25},"target_type":{"values":["email","webhook","slack"]},"target_value":{"maxLength":6000},"frequency":{"values":["daily","weekly","monthly","yearly"]},"interval":{"min":1,"max":100},"byweekday":{"maxItems":7},"bysetpos":{"min":-1,"max":4},"count":{"min":1,"max":2147483647},"title":{"maxLength":100},"integration_id":{"min":-9007199254740991,"max":9007199254740991},"invite_message":{"maxLength":10000},"version":{"min":1,"max":2147483647}} as const;
export const Annotation = {"id":{"min":1},"content":{"maxLength":8192},"creation_type":{"values":["USR","GIT"]},"version":{"min":1}} as const;
export const PaginatedAnnotations = {"count":{"min":0}} as const;
export const AnnotationRequest = {"content":{"maxLength":8192},"creation_type":{"values":["USR","GIT"]}} as const;
export const AnnotationPatch = {"content":{"maxLength":8192},"creation_type":{"values":["USR","GIT"]},"version":{"min":1,"max":2147483647}} as const;
export const Finding = {"kind":{"values":["drop","rise"]},"type":{"values":["events","actions"]}} as const;
export const ActivityScope = ["FeatureFlag","ScheduledChange","Insight","Dashboard","Annotation","Action","Cohort","Experiment","Survey","EarlyAccessFeature","Alert","Subscription","SharingConfiguration","EventSchema","Project","ProjectAPIKey","PersonalAPIKey","OrganizationMembership","OrganizationInvite"] as const;
export const ActivityChange = {"action":{"values":["created","changed","deleted"]}} as const;
export const ActivityLogEntry = {"activity":{"values":["created","updated","deleted","restored"]},"version":{"min":1,"max":2147483647},"actor":{"values":["user","command_line"]},"detail":{"changes":{"maxItems":50}}} as const;
export const PaginatedActivityLog = {"count":{"min":0}} as const;
export const FeatureFlagFilters = {"groups":{"maxItems":5000}} as const;
export const FeatureFlag = {"id":{"min":1,"max":2147483647},"bucketing_identifier":{"values":["distinct_id","device_id"]},"evaluation_runtime":{"values":["all","client","server"]},"version":{"min":1,"max":2147483647}} as const;
export const PaginatedFeatureFlags = {"count":{"min":0}} as const;
export const FeatureFlagRequest = {"key":{"maxLength":400},"name":{"maxLength":10000},"tags":{"maxItems":100},"bucketing_identifier":{"values":["distinct_id","device_id",""]},"evaluation_runtime":{"values":["all","client","server"]},"evaluation_contexts":{"maxItems":100}} as const;
export const FlagEvaluationRequest = {"distinct_id":{"maxLength":1000}} as const;
export const FlagReason = {"code":{"values":["condition_match","no_condition_match","out_of_rollout_bound","no_group_type","super_condition_value","holdout_condition_value","missing_dependency","inactive","undecided"]},"condition_index":{"min":0}} as const;
export const ExplainedFlag = {"id":{"min":1,"max":2147483647}} as const;
export const FlagPreviewRequest = {"key":{"maxLength":400},"persons":{"min":1,"max":200}} as const;
export const FlagPreviewValue = {"count":{"min":1},"examples":{"maxItems":5}} as const;
export const FlagPreview = {"persons":{"min":0},"evaluated":{"min":0}} as const;
export const FeatureFlagPatch = {"key":{"maxLength":400},"name":{"maxLength":10000},"tags":{"maxItems":100},"bucketing_identifier":{"values":["distinct_id","device_id",""]},"evaluation_runtime":{"values":["all","client","server"]},"evaluation_contexts":{"maxItems":100},"version":{"min":1,"max":2147483647}} as const;
export const ScheduledPayload = {"operation":{"values":["update_status","add_release_condition","update_variants"]},"value":{"groups":{"maxItems":1000},"variants":{"maxItems":1000}}} as const;
export const ScheduledChange = {"id":{"min":1},"record_id":{"maxLength":200},"recurrence_interval":{"values":["daily","weekly","monthly","yearly"]},"version":{"min":1}} as const;
export const PaginatedScheduledChanges = {"count":{"min":0}} as const;
export const ScheduledChangeRequest = {"record_id":{"maxLength":200},"recurrence_interval":{"values":["daily","weekly","monthly","yearly"]}} as const;
export const ScheduledChangePatch = {"record_id":{"maxLength":200},"recurrence_interval":{"values":["daily","weekly","monthly","yearly"]},"version":{"min":1,"max":2147483647}} as const;
export const FlagStatus = {"status":{"values":["active","inactive","stale","deleted"]}} as const;
export const PaginatedErasures = {"count":{"min":0}} as const;
export const NamedProject = {"event_retention_seconds":{"min":0,"max":315360000}} as const;
export const Organization = {"membership_level":{"values":[1,8,15]}} as const;
export const PaginatedOrganizations = {"count":{"min":0}} as const;
export const OrganizationPatch = {"name":{"maxLength":200}} as const;
export const Invite = {"level":{"values":["admin","member"]}} as const;
export const PaginatedInvites = {"count":{"min":0}} as const;
export const InviteRequest = {"target_email":{"maxLength":254},"first_name":{"maxLength":30},"message":{"maxLength":2000},"level":{"values":["admin","member"]}} as const;
export const FlagCopyRequest = {"feature_flag_key":{"maxLength":400},"from_project":{"min":1,"max":2147483647},"target_project_ids":{"maxItems":100}} as const;
export const MemberLevel = ["owner","admin","member"] as const;
export const Member = {"level":{"values":[1,8,15]}} as const;
export const PaginatedMembers = {"count":{"min":0}} as const;
export const MemberPatch = {"level":{"values":["owner","admin","member",15,8,1]}} as const;
export const ProjectRequest = {"name":{"maxLength":200},"timezone":{"maxLength":100}} as const;
export const UserPatch = {"first_name":{"maxLength":30},"email":{"maxLength":254},"password":{"maxLength":200},"current_password":{"maxLength":200}} as const;
export const PersonalKeyRequest = {"label":{"maxLength":200}} as const;
export const CurrentPersonalKey = {"scoped_teams":{"maxItems":0},"scoped_organizations":{"maxItems":0}} as const;
export const PasskeyRequest = {"name":{"maxLength":100},"client_data":{"maxLength":4000},"authenticator_data":{"maxLength":8000},"public_key":{"maxLength":2000}} as const;
export const PasskeyPatch = {"name":{"maxLength":100}} as const;
export const SignInLinkRequest = {"email":{"maxLength":254}} as const;
export const SessionRequest = {"token":{"maxLength":200}} as const;
export const PasswordRequest = {"email":{"maxLength":254},"password":{"maxLength":200}} as const;
export const PasskeySignIn = {"credential_id":{"maxLength":1400},"client_data":{"maxLength":4000},"authenticator_data":{"maxLength":8000},"signature":{"maxLength":2000}} as const;
export const OpenInvite = {"level":{"values":["admin","member"]}} as const;
export const InviteAcceptance = {"first_name":{"maxLength":30}} as const;
export const Shared = {"tiles":{"maxItems":100}} as const;
export const McpMessage = {"method":{"maxLength":200}} as const;
export const JournalState = {"entries":{"min":0},"bytes":{"min":0},"oldest_seconds":{"min":0},"dead_letters":{"min":0}} as const;
export const Readiness = {"status":{"values":["ready","unavailable"]}} as const;
export const FlagNothing = [null,false,"",{},[]] as const;
export const FlagOperator = ["exact","is_not","in","not_in","icontains","not_icontains","icontains_multi","not_icontains_multi","starts_with","not_starts_with","ends_with","not_ends_with","regex","not_regex","gt","gte","lt","lte","between","not_between","is_set","is_not_set","is_date_exact","is_date_before","is_date_after","semver_eq","semver_neq","semver_gt","semver_gte","semver_lt","semver_lte","semver_tilde","semver_caret","semver_wildcard",null] as const;
export const FlagTest = {"type":{"values":["person","group","cohort","flag"]},"group_type_index":{"min":0,"max":9007199254740991}} as const;
export const FlagCondition = {"rollout_percentage":{"min":0,"max":100},"aggregation_group_type_index":{"min":0,"max":9007199254740991}} as const;
export const FlagRules = {"aggregation_group_type_index":{"min":0,"max":9007199254740991},"super_groups":{"maxItems":1},"holdout":{"id":{"min":0,"max":9007199254740991},"exclusion_percentage":{"min":0,"max":100}},"holdout_groups":{"maxItems":1}} as const;
