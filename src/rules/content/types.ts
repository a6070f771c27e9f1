/** The content tree of an annotation in the form that clients see, without the URLs, which the API adds. */
import type { EnumOption } from '../schema/types.ts'

export type Position = [left: number, top: number, right: number, bottom: number]

export const VALIDATION_SOURCES = [
  'score',
  'checks',
  'not_found',
  'data_matching',
  'history',
  'connector',
  'table_suggester',
  'rules',
  'human',
  'non_required',
  'formula',
  'NA',
] as const
export type ValidationSource = (typeof VALIDATION_SOURCES)[number]

/** Maximum length of a datapoint's value, in characters. */
export const MAX_VALUE_LENGTH = 1500

export interface DatapointContent {
  /** As displayed, in the field's format; empty is `''`. */
  value: string
  /** ISO date or plain decimal; null for text and for unparsable values. */
  normalized_value: string | null
  /** 1-based. */
  page: number | null
  position: Position | null
  rir_text: string | null
  rir_raw_text: string | null
  rir_page: number | null
  rir_position: Position | null
  rir_confidence: number | null
  connector_text: string | null
  connector_position: Position | null
  ocr_text: string | null
  ocr_raw_text: string | null
  ocr_position: Position | null
}

export interface DatapointNode {
  id: number
  schema_id: string
  category: 'datapoint'
  /** Null for buttons. */
  content: DatapointContent | null
  validation_sources: ValidationSource[]
  time_spent: number
  time_spent_overall: number
  hidden: boolean
  /** Only on formula fields that users may overwrite. */
  no_recalculation?: boolean
  /** Only on enums. */
  options?: EnumOption[]
}

export interface TupleNode {
  id: number
  schema_id: string
  category: 'tuple'
  hidden: boolean
  children: DatapointNode[]
}

export interface GridPart {
  page: number
  width: number
  height: number
  columns: { left_position: number; schema_id: string | null; header_texts?: string[] | null }[]
  rows: { top_position: number; tuple_id: number | null; type: string | null }[]
}

export interface MultivalueNode {
  id: number
  schema_id: string
  category: 'multivalue'
  validation_sources: []
  time_spent: number
  time_spent_overall: number
  time_spent_grid: number
  time_spent_grid_overall: number
  hidden: boolean
  grid: { parts: GridPart[] } | null
  children: TupleNode[] | DatapointNode[]
}

export interface SectionNode {
  id: number
  schema_id: string
  category: 'section'
  children: (DatapointNode | MultivalueNode)[]
}

export type ContentNode = SectionNode | MultivalueNode | TupleNode | DatapointNode
export type ContentTree = SectionNode[]

/** Returns this number of new node ids, unique in the service. */
export type TakeIds = (count: number) => number[]
