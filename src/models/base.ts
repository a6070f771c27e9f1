/**
 * What all models share. A model names the columns of its table as typed properties (`declare`, so that nothing is left of them at
 * run time); `test/db/models.test.ts` compares them with `db/schema.sql`. Relations are in `relations.ts`.
 */
import { Model, type ModelObject } from 'objection'

/** Any JSON object. */
export type Json = Record<string, unknown>

/** A PostgreSQL interval as the driver reads it; writing takes text such as `90 seconds`. */
export interface Interval {
  days?: number
  hours?: number
  minutes?: number
  seconds?: number
  milliseconds?: number
}

export class BaseModel extends Model {
  /** `first()` reads one row, not all of them. */
  static override useLimitInFirst = true
}

/** The class of a model, as tables are named in declarations. */
export type ModelClass<M extends BaseModel = BaseModel> = typeof BaseModel & { new (): M; tableName: string }

/** A row of the table as plain data: what SQL answers, without the model's methods. */
export type RowOf<M extends BaseModel> = ModelObject<M>
