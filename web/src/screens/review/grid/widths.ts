/** Widths of columns: by default those of the schema, afterwards those that the user has set in this browser. */
import { signal, type Signal } from '@preact/signals'
import type { SchemaDatapoint } from '../../../api/types.ts'
import { remember, storage } from '../../../app/storage.ts'

/** Pixels. */
export const NUMBER_WIDTH = 46
const NARROWEST = 48
const WIDEST = 800
const DEFAULTS = { string: 20, number: 8, date: 10, enum: 16, button: 12 }

/** Returns the width of a column in pixels; its schema has it in characters. */
export const initialWidth = ({ width, width_chars, type, label }: SchemaDatapoint): number =>
  Math.max((width ?? width_chars ?? DEFAULTS[type]) * 8 + 28, Math.min(label.length, 14) * 7 + 28)

export type Widths = Readonly<Record<string, number>>

/** Returns the columns for CSS and the least width of the whole table in pixels. A resized column keeps its width. */
export function template(columns: readonly SchemaDatapoint[], widths: Widths): { columns: string; width: number } {
  // Without a column that takes the rest, the widest one of text does.
  const stretched = columns.some(({ stretch }) => stretch)
    ? columns.filter(({ stretch }) => stretch)
    : columns.filter(({ type }) => type === 'string').slice(0, 1)
  const sizes = columns.map((column) => widths[column.id] ?? initialWidth(column))
  const parts = columns.map((column, index) =>
    stretched.includes(column) && widths[column.id] === undefined
      ? `minmax(${sizes[index]}px, 1fr)`
      : `${sizes[index]}px`,
  )
  const hasRest = parts.some((part) => part.includes('fr'))
  return {
    columns: [`${NUMBER_WIDTH}px`, ...parts, hasRest ? '' : 'minmax(0, 1fr)'].filter(Boolean).join(' '),
    width: sizes.reduce((sum, size) => sum + size, NUMBER_WIDTH),
  }
}

const keyOf = (table: string): string => `sheaf.columns.${table}`

export interface WidthStore {
  widths: Signal<Widths>
  set(columnId: string, width: number): void
  reset(columnId: string): void
}

/** Creates the store of widths for the tables with this name. */
export function createWidths(table: string): WidthStore {
  const widths = signal<Widths>(read(table))
  const keep = (next: Widths): void => {
    widths.value = next
    remember(keyOf(table), JSON.stringify(next))
  }
  return {
    widths,
    set: (id, width) => keep({ ...widths.value, [id]: Math.round(Math.max(NARROWEST, Math.min(width, WIDEST))) }),
    reset: (id) => keep(Object.fromEntries(Object.entries(widths.value).filter(([one]) => one !== id))),
  }
}

function read(table: string): Widths {
  try {
    const found = Object(JSON.parse(storage.getItem(keyOf(table)) ?? '{}')) as Record<string, unknown>
    return Object.fromEntries(Object.entries(found).filter(([, width]) => typeof width === 'number')) as Widths
  } catch {
    return {}
  }
}
