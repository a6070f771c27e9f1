import './relations.ts'

export { type Interval, type Json, type ModelClass, type RowOf, BaseModel } from './base.ts'
export * from './tables.ts'
