/** Where in the form a node is, for messages and reasons that name it. */
import type { SectionView } from '../model/content.ts'

export interface Place {
  label: string
  /** Number of the row or value, from 1; null outside tables and lists. */
  row: number | null
  /** The field to focus; null if there is none, as in an empty table. */
  focusId: number | null
}

/** Returns the places of sections, fields, tables, rows and cells by the id of the node, in the order of the form. */
export function placesOf(sections: readonly SectionView[]): Map<number, Place> {
  const places = new Map<number, Place>()
  for (const { id, schema, entries } of sections) {
    const first = entries.find((entry) => entry.kind === 'field')
    places.set(id, { label: schema.label, row: null, focusId: first?.kind === 'field' ? first.id : null })
    for (const entry of entries) {
      if (entry.kind === 'field') {
        places.set(entry.id, { label: entry.schema.label, row: null, focusId: entry.id })
      } else if (entry.kind === 'list') {
        const { label } = entry.schema
        places.set(entry.node.id, { label, row: null, focusId: entry.items[0]?.id ?? null })
        entry.items.forEach((item, index) => places.set(item.id, { label, row: index + 1, focusId: item.id }))
      } else {
        const { label } = entry.schema
        places.set(entry.node.id, { label, row: null, focusId: entry.rows[0]?.cells[0]?.id ?? null })
        entry.rows.forEach(({ id: row, cells }, index) => {
          places.set(row, { label, row: index + 1, focusId: cells[0]?.id ?? null })
          for (const cell of cells) places.set(cell.id, { label: cell.schema.label, row: index + 1, focusId: cell.id })
        })
      }
    }
  }
  return places
}

interface Part {
  id: string
  label: string
  children?: Part | readonly Part[]
}

/** Returns the label of a part of a schema, such as a hidden field; its id if the schema no longer has it. */
export function labelIn(schema: readonly unknown[], id: string): string {
  const found = (parts: readonly Part[]): string | null => {
    for (const part of parts) {
      if (part.id === id) return part.label || id
      const inside = part.children && found([part.children].flat() as Part[])
      if (inside) return inside
    }
    return null
  }
  return found(schema as readonly Part[]) ?? id
}
