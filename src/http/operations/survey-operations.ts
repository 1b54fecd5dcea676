import type { Schemas } from "../../../generated/openapi.ts";
import { earlyAccessContent, earlyAccessOf } from "../../flags/manage/early-access.ts";
import { Problem } from "../../lib/problem.ts";
import { surveyStats } from "../../questions/survey-results.ts";
import { iterationOf, publicSurvey, runningSurveys, surveyDefinition, surveysOf } from "../../questions/surveys.ts";
import type { ProjectId } from "../../store/ports/common.ts";
import type { EarlyAccessRecord, SurveyRecord } from "../../store/records/saved-kinds.ts";
import type { SavedView } from "../../tenants/saved-record.ts";
import type { HandlersOf } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";
import { questionOptions } from "./ask-question.ts";
import { resource } from "./resource.ts";

type PublicSurvey = Schemas["Surveys"]["surveys"][number];

export function surveyOperations(ports: ServicePorts) {
  const { store, answers, flagChanges, now } = ports;
  const surveys = surveysOf(store.flags);
  const stats: HandlersOf<"surveys_stats"> = {
    surveys_stats: async ({ project: { id: projectId }, params }) => {
      const survey = await surveys.retrieve(projectId, params.id, store);
      const options = await questionOptions(projectId, undefined, store.records);
      const { questions } = surveyDefinition(survey);
      return surveyStats(projectId, survey.id, questions, options, answers);
    },
  };
  return {
    ...resource("surveys", surveys, (survey) => surveyFields(survey, now()), ports),
    ...resource("early_access_feature", earlyAccessOf(flagChanges), featureFields, ports),
    ...stats,
  };
}

function surveyFields(survey: SavedView<SurveyRecord>, now: number) {
  const { name, description } = survey;
  const definition = surveyDefinition(survey);
  return {
    ...{ name, description, ...definition, ...iterationOf(definition, now) },
    linked_flag_id: definition.linked_flag?.id ?? null,
    targeting_flag_id: definition.targeting_flag?.id ?? null,
    internal_targeting_flag: null,
  };
}

function featureFields(feature: SavedView<EarlyAccessRecord>) {
  const content = earlyAccessContent(feature);
  return { ...content, feature_flag_id: content.feature_flag.id };
}

/** Ends surveys that have as many answers as they may have. Returns the others, as client libraries read them. */
export async function servedSurveys(projectId: ProjectId, ports: ServicePorts): Promise<PublicSurvey[]> {
  const [{ store, answers }, now] = [ports, ports.now()];
  const served: PublicSurvey[] = [];
  for (const survey of await runningSurveys(projectId, now, store.records)) {
    if (!(await endIfFull(survey))) served.push(await publicSurvey(survey, now, store.records));
  }
  return served;

  async function endIfFull(survey: SurveyRecord): Promise<boolean> {
    const { responses_limit: limit } = surveyDefinition(survey);
    if (limit === null) return false;
    try {
      const options = await questionOptions(projectId, undefined, store.records);
      const { stats } = await surveyStats(projectId, survey.id, [], options, answers);
      if (stats["survey sent"].total_count < limit) return false;
      const change = { end_date: new Date(now).toISOString() };
      await surveysOf(store.flags).update({ projectId, by: null, now }, survey.id, change, store);
      return true;
    } catch (error) {
      if (error instanceof Problem) return false; // the engine is busy, or a member deleted it: looked at again later
      throw error;
    }
  }
}
