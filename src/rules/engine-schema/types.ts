/** The schema of a dedicated engine: its outputs, and the fields of its training queues from which each output is learned. */
import type { SchemaContent } from '../schema/types.ts'

export interface Source {
  /** URL of the queue on the wire, its id in the database. */
  queue: string
  schema_id: string
}

export interface OutputDatapoint {
  category: 'datapoint'
  engine_output_id: string
  label: string
  trained: boolean
  type: OutputType
  description: string | null
  sources: Source[]
}
export interface OutputTuple {
  category: 'tuple'
  children: OutputDatapoint[]
}
export interface OutputTable {
  category: 'multivalue'
  engine_output_id: string
  label: string
  trained: boolean
  type: TableKind
  description: string | null
  children: OutputTuple
}
/** Several values of one output; their attributes are those of the child. */
export interface OutputList {
  category: 'multivalue'
  children: OutputDatapoint
}
export type OutputField = OutputDatapoint | OutputTable | OutputList
export interface EngineSchema {
  training_queues: string[]
  fields: OutputField[]
}

export const OUTPUT_TYPES = ['string', 'number', 'date', 'enum'] as const
export type OutputType = (typeof OUTPUT_TYPES)[number]
export const TABLE_KINDS = ['grid', 'freeform'] as const
export type TableKind = (typeof TABLE_KINDS)[number]

/** A queue from which an engine is trained, with the data that the checks need. */
export interface TrainingQueue {
  url: string
  id: number
  /** Whether `delete_after` of the queue is set. */
  deleting: boolean
  content: SchemaContent
}
/** Returns the queue of a URL, if it exists and is visible to the client. */
export type QueueOf = (url: unknown) => TrainingQueue | undefined
