interface FlagValue {
  readonly enabled: boolean | null;
  readonly variant: string | null;
}

/** Returns the value of a flag in a word or two. */
export function valueName({ enabled, variant }: FlagValue): string {
  if (enabled === null) return "Cannot be decided";
  return variant ?? (enabled ? "On" : "Off");
}
