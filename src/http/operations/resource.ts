import { wireFields } from "../../lib/wire-fields.ts";
import type { Page } from "../../store/ports/common.ts";
import type { SavedRecord } from "../../store/records/saved-kinds.ts";
import type { Project } from "../../store/records/tenant-kinds.ts";
import type { SavedContext } from "../../tenants/activity-log.ts";
import { authorOf } from "../../tenants/authorize.ts";
import type { Caller } from "../../tenants/keyring.ts";
import type { Change, SavedResource, SavedView } from "../../tenants/saved-record.ts";
import type { ServicePorts } from "../service-ports.ts";
import { userToWire } from "./common-wire.ts";
import { paginate, type Query } from "./pagination.ts";

type InProject = { readonly caller: Caller; readonly project: Project };

type OfOne = InProject & { readonly params: { readonly id: string } };

type Named<Name extends string, Handlers> = {
  readonly [One in keyof Handlers & string as `${Name}_${One}`]: Handlers[One];
};

/** Returns handlers of a resource's five operations. `fieldsOf` returns what is not the same for all resources. */
export function resource<Name extends string, View extends AnySaved, Fields, Filter extends Query, Own extends object>(
  name: Name,
  { list, create, retrieve, update, destroy }: SavedResource<View, Fields, Filter>,
  fieldsOf: (view: View) => Own,
  { store, now }: Pick<ServicePorts, "store" | "now">,
) {
  const toWire = (view: View) => savedToWire(view, fieldsOf);
  const handlers = {
    list: async (request: InProject & { readonly query: Page & Filter; readonly url: string }) =>
      paginate(await list(request.project.id, request.query, store), request, toWire),
    create: async (request: InProject & { readonly body: Fields }) =>
      toWire(await create(savingOf(request, now()), request.body, store)),
    retrieve: async (request: OfOne) => toWire(await retrieve(request.project.id, request.params.id, store)),
    partial_update: async (request: OfOne & { readonly body: Change<Fields> }) =>
      toWire(await update(savingOf(request, now()), request.params.id, request.body, store)),
    destroy: (request: OfOne) => destroy(savingOf(request, now()), request.params.id, store.records),
  };
  const named = Object.entries(handlers).map(([one, handler]) => [`${name}_${one}`, handler]);
  return Object.fromEntries(named) as Named<Name, typeof handlers>;
}

/** Returns where, by whom and when a request changes something. */
export function savingOf({ caller, project }: InProject, now: number): SavedContext {
  return { projectId: project.id, by: authorOf(caller), now };
}

type AnySaved = SavedView<SavedRecord> & { readonly id?: string | number };

/** Returns a response; its own fields may replace the id. */
export function savedToWire<View extends AnySaved, Own extends object>(view: View, fieldsOf: (view: View) => Own) {
  const { id, revision: version, createdBy, updatedBy } = view;
  const created = { ...wireFields(view, "createdAt"), created_by: createdBy && userToWire(createdBy) };
  const updated = { ...wireFields(view, "updatedAt"), updated_by: updatedBy && userToWire(updatedBy) };
  return { id: id as View["id"], ...fieldsOf(view), version, ...created, ...updated };
}
