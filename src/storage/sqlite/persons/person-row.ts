/** A row of `persons`. */
export interface PersonRow {
  readonly id: number;
  readonly project_id: number;
  readonly uuid: ArrayBuffer;
  readonly properties: string;
  readonly is_identified: number;
  readonly created_at: number;
}
