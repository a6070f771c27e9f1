/** The models: a class per table. Import them from here, so that their relations are set up. */
import './relations.ts'

export { type IdOf, type Interval, type Json, type ModelClass, type RowOf, BaseModel } from './base.ts'
export { relationsOf } from './relate.ts'
export * from './tables.ts'

/** SQL in place of a value, for `insert` and `patch`. */
export { raw } from 'objection'
