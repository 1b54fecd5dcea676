import type { Schemas } from "../../generated/openapi.ts";
import { isoTimeOf } from "../ingest/event-time.ts";
import { nextNumber } from "../store/records/counters.ts";
import { ANNOTATIONS, type AnnotationRecord, type SavedRecord } from "../store/records/saved-kinds.ts";
import { numberOf, type Search, savedResource } from "../tenants/saved-record.ts";

export function annotationContent({
  content,
  date_marker,
  creation_type,
  deleted,
}: Omit<AnnotationRecord, keyof SavedRecord>) {
  return { content, date_marker, creation_type, deleted };
}

type Fields = Partial<Schemas["AnnotationRequest"]>;
type Filter = Search & { readonly date_from?: string | undefined; readonly date_to?: string | undefined };

/** A hidden one keeps its place in the limit, and can be shown again. */
export const annotations = savedResource({
  kind: ANNOTATIONS,
  keyOf: (projectId, id) => ({ projectId, id: numberOf(id) }),
  item: (one) => ({ scope: "Annotation", id: String(one.id), name: one.content, content: annotationContent(one) }),
  limit: { max: 1000, of: "annotations" },
  listed: (projectId) => ({ where: { projectId, deleted: false }, orderBy: "date_marker", descending: true }),
  counted: (projectId) => ({ where: { projectId } }),
  matches: ({ content, date_marker }, { search = "", date_from, date_to }: Filter) => {
    const at = Date.parse(date_marker);
    const isInTime = !(date_from && at < Date.parse(date_from)) && !(date_to && at >= Date.parse(date_to));
    return isInTime && content.toLowerCase().includes(search.toLowerCase());
  },
  isHidden: ({ deleted }) => deleted,
  read: ({ content, date_marker, creation_type, deleted }: Fields) => {
    return { content, date_marker: date_marker && isoTimeOf("date_marker", date_marker), creation_type, deleted };
  },
  make: async (saved, { content = "", date_marker, creation_type = "USR", deleted = false }, records) => {
    const id = await nextNumber(records, "annotations");
    const time = date_marker ?? new Date(saved.createdAt).toISOString();
    return { ...saved, id, content, date_marker: time, creation_type, deleted };
  },
});
