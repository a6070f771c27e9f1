import './relations.ts'

export { type Interval, type Json, type ModelClass, type RowOf, BaseModel } from './base.ts'
export { relationsOf } from './relate.ts'
export * from './tables.ts'

/** SQL in place of a value, for `insert` and `patch`. */
export { raw } from 'objection'
