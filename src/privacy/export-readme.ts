/** Explains the files of an export to its reader. */
export const EXPORT_README = `Everything that this service has stored about one person.

Files that end in .jsonl are JSON lines: each line is one JSON value. Times are in UTC.

person.json             The person: when first seen, whether identified, when exported, and the properties.
distinct_ids.jsonl      All ids by which events named this person.
merged_uuids.jsonl      UUIDs of persons that turned out to be this one.
flag_identifiers.jsonl  Identifiers that keep the person's variants of feature flags.
events.jsonl            All events, with all properties. Sorted by time; with more than 5,000 distinct ids, sorted
                        for each 5,000 of them.
recordings.jsonl        Session recordings, with their figures and the properties of the session. "snapshots" is
                        the file below with what was recorded. It is absent if the recording was deleted meanwhile.
recordings/             What was recorded: for each line, the window and its rrweb events.
schema_violations.jsonl Examples of events that violate a schema of the project, shortened. They may not be stored.
dead_letters.jsonl      Events that arrived but could not be stored, with the reasons. Only those of the node on
                        which the export ran; requests that may have events of others, too, are missing.

Events of the last seconds may be missing. Not included: backups, logs, and the counts in which the person is one
of many.
`;
