import type { ComponentChildren } from "preact";
import { useIsAdmin } from "../api/session.ts";

interface Props {
  /** What only owners and admins do, such as "change the settings". */
  readonly to: string;
  readonly children: ComponentChildren;
}

/** Shows what only owners and admins may do; others read who may. */
export function ForAdmins({ to, children }: Props) {
  if (useIsAdmin()) return <>{children}</>;
  return <p class="quiet">Owners and admins of the organization {to}.</p>;
}
