/**
 * The common base of all models. A model declares the columns of its table as typed properties (`declare`, so that they do not exist at run
 * time). `test/models/models.test.ts` compares them with `db/schema.sql`. Relations are in `relations.ts`.
 */
import { Model, type ModelObject } from 'objection'

/** Any JSON object. */
export type Json = Record<string, unknown>

/** A PostgreSQL interval as the driver returns it; it is written as text such as `90 seconds`. */
export interface Interval {
  days?: number
  hours?: number
  minutes?: number
  seconds?: number
  milliseconds?: number
}

export class BaseModel extends Model {
  /** `first()` adds `limit 1` to the query. */
  static override useLimitInFirst = true
}

/** The class of a model. */
export type ModelClass<M extends BaseModel = BaseModel> = typeof BaseModel & { new (): M; tableName: string }

/** A row of the table as plain data, without the model's methods. */
export type RowOf<M extends BaseModel> = ModelObject<M>

/** The type of the ids of a model, or of its rows. */
export type IdOf<Row> = Row extends { id: infer Key extends number } ? Key : number
