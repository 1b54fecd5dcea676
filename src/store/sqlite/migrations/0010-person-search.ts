import type { Migration } from "../apply-migrations.ts";

/**
 * The address by which a person is found, with A to Z in lower case (`storage/values/email.ts`). A column costs an
 * update only if the address changes; an index on an expression would parse all properties at every update.
 */
export const personSearch: Migration = [
  "ALTER TABLE persons ADD COLUMN email TEXT",
  `UPDATE persons SET email = iif(json_valid(properties),
      iif(json_type(properties, '$.email') = 'text' AND length(properties ->> '$.email') BETWEEN 1 AND 320,
        lower(properties ->> '$.email'), NULL), NULL)
    WHERE instr(properties, '"email":') > 0`,
  "CREATE INDEX persons_by_time ON persons (project_id, created_at)",
  "CREATE INDEX persons_by_email ON persons (project_id, email, created_at) WHERE email IS NOT NULL",
];
