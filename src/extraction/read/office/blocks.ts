/** What an office document says, before it is laid out: paragraphs and tables in order of reading. */
export type Block = Paragraph | Table | { kind: 'break' }

export interface Paragraph {
  kind: 'paragraph'
  /** One line of the source each; a tab is a jump to the next stop. */
  text: string
  bold?: boolean
  /** Points; body text when missing. */
  size?: number
  align?: 'left' | 'center' | 'right'
  /** Stops of the paragraph in pixels from the margin. */
  tabs?: { at: number; right: boolean }[]
}

export interface Cell {
  text: string
  /** Columns of the grid that it covers. */
  span: number
  bold?: boolean
}

export interface Table {
  kind: 'table'
  rows: Cell[][]
}
