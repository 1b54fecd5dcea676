import { LRUCache } from "lru-cache";
import { problem } from "../../lib/problem.ts";
import { questionOf } from "../../questions/insights.ts";
import type { QueryResponse } from "../../questions/kinds/question-context.ts";
import {
  findShare,
  findSharedInsight,
  shareContent,
  sharedDashboard,
  sharedInsight,
  shares,
  viewShared,
  withDates,
} from "../../questions/shares.ts";
import { readSettings } from "../../store/records/project-settings.ts";
import type { InsightRecord, ShareRecord } from "../../store/records/saved-kinds.ts";
import type { SavedView } from "../../tenants/saved-record.ts";
import type { HandlersOf, OperationRequest } from "../contract/operation-types.ts";
import { JsonText } from "../raw-json.ts";
import type { ServicePorts } from "../service-ports.ts";
import { questionOptions } from "./ask-question.ts";
import { paginate } from "./pagination.ts";
import { savedToWire, savingOf } from "./resource.ts";

type Creating = OperationRequest<"dashboards_shares_create" | "insights_shares_create">;

/** How long an answer is shown, whoever asks: many may have a link. */
const KEPT_MS = 5 * 60_000;
const MAX_KEPT_CHARACTERS = 16 * 1024 * 1024;

export function shareOperations(
  ports: ServicePorts,
): HandlersOf<"shares" | "dashboards_shares" | "insights_shares" | "shared"> {
  const { store, answers, rateLimits, now } = ports;
  const { records } = store;
  const toWire = (share: SavedView<ShareRecord>, url: string) =>
    savedToWire(share, () => ({ url: `${url}/shared/${share.token}`, ...shareContent(share) }));
  const create = async ({ body, baseUrl, ...request }: Creating, of: ShareRecord["of"]) => {
    const share = await shares.create(savingOf(request, now()), { ...body, of }, store);
    return toWire(share, baseUrl());
  };
  const kept = new LRUCache<string, string, () => Promise<QueryResponse>>({
    ttl: KEPT_MS,
    maxSize: MAX_KEPT_CHARACTERS,
    sizeCalculation: ({ length }) => length,
    fetchMethod: async (_key, _stale, { context: ask }) => JSON.stringify(await ask()),
  });
  return {
    shares_list: async ({ project, query, url, baseUrl }) => {
      const listed = await shares.list(project.id, query, store);
      return paginate(listed, { query, url }, (share) => toWire(share, baseUrl()));
    },
    shares_destroy: ({ params, ...request }) => shares.destroy(savingOf(request, now()), params.id, records),
    dashboards_shares_create: (request) => create(request, sharedDashboard(request.params.id)),
    insights_shares_create: (request) => create(request, sharedInsight(request.params.id)),
    shared_retrieve: async ({ params }) => {
      const share = await findShare(params.token, records);
      rateLimits.share_requests?.consume(params.token);
      const { name, description, tiles } = await viewShared(share, records);
      const { timeZone: timezone } = await readSettings(share.projectId, records);
      const shown = tiles.map(({ id, text, insight }) => ({ id, text, insight: insight && insightToWire(insight) }));
      return { name, description, timezone, tiles: shown };
    },
    shared_answer_retrieve: async ({ params, query: { date_from } }) => {
      const { token, short_id } = params;
      const share = await findShare(token, records);
      const insight = await findSharedInsight(share, short_id, records);
      const question = questionOf(insight, {});
      if (question.kind === "RecordingsQuery") {
        throw problem("not_found", { detail: "A link does not show recordings." });
      }
      const { projectId } = share;
      const ask = async () => {
        rateLimits.share_requests?.consume(token);
        const asked = withDates(question, date_from);
        return answers.ask(projectId, asked, await questionOptions(projectId, undefined, records));
      };
      const key = [projectId, short_id, insight.revision, date_from].join();
      const json = await kept.forceFetch(key, { context: ask });
      return new JsonText<QueryResponse>(json);
    },
  };
}

function insightToWire({ shortId, name, derivedName, description, query }: InsightRecord) {
  return { short_id: shortId, name: name || derivedName || "", description, query: JSON.parse(query) };
}
