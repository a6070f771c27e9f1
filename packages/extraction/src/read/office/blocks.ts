import type { Note } from '../../types.ts'

/** What a reader of office documents returns. */
export interface OfficeContent {
  blocks: Block[]
  notes?: Note[]
  /** Text that the document contains but does not show. */
  hidden?: Block[]
  /** Set for the text of a message whose files are documents of their own. */
  portfolio?: true
}

/** The content of an office document before layout: paragraphs and tables in reading order. */
export type Block = Paragraph | Table | { kind: 'break' }

export interface Paragraph {
  kind: 'paragraph'
  /** One line of the source each; a tab moves to the next tab stop. */
  text: string
  bold?: boolean
  /** Points; body text if missing. */
  size?: number
  align?: 'left' | 'center' | 'right'
  /** Tab stops of the paragraph in pixels from the margin. */
  tabs?: { at: number; right: boolean }[]
}

export interface Cell {
  text: string
  /** Number of grid columns that it covers. */
  span: number
  bold?: boolean
}

export interface Table {
  kind: 'table'
  rows: Cell[][]
}
