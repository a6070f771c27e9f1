/** Selects above the columns and beside the rows of the drawn grid. */
import { hasMessage, t } from '../../../../i18n/index.ts'
import type { Drawing } from './drawing.ts'
import { assign, linesOf, setType, type Part } from './part.ts'

interface HeadsProps {
  drawing: Drawing
  part: Part
  set: (part: Part) => void
}

export function ColumnHeads({ drawing, part, set, toX }: HeadsProps & { toX: (x: number) => string }) {
  const lines = linesOf(part, 'column')
  return (
    <>
      {part.columns.map(({ schema_id }, index) => (
        <select
          key={index}
          class={schema_id === null ? 'none' : ''}
          style={{ left: toX(lines[index]!), width: toX(lines[index + 1]! - lines[index]!) }}
          value={schema_id ?? ''}
          aria-label={t('grid.columns.column', { column: index + 1 })}
          title={drawing.columns.find(({ id }) => id === schema_id)?.label ?? t('grid.columns.none')}
          onChange={(event) => set(assign(part, index, event.currentTarget.value || null))}
        >
          <option value="">{t('grid.columns.none')}</option>
          {drawing.columns.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      ))}
    </>
  )
}

export function RowHeads({ drawing, part, set, toY }: HeadsProps & { toY: (y: number) => string }) {
  const lines = linesOf(part, 'row')
  const types = [...new Set([...drawing.grid.row_types, 'header'])]
  return (
    <>
      {part.rows.map(({ type }, index) => (
        <select
          key={index}
          class={type !== null && drawing.grid.row_types_to_extract.includes(type) ? '' : 'none'}
          style={{ top: toY(lines[index]!), height: toY(lines[index + 1]! - lines[index]!) }}
          value={type ?? ''}
          aria-label={t('grid.columns.row', { row: index + 1 })}
          onChange={(event) => set(setType(part, index, event.currentTarget.value || null))}
        >
          {types.map((one) => (
            <option key={one} value={one}>
              {nameOf(one)}
            </option>
          ))}
          <option value="">{t('grid.rowType.skip')}</option>
        </select>
      ))}
    </>
  )
}

/** Types come from the schema; usual ones have a name in the user's language. */
const nameOf = (type: string): string => {
  const key = `grid.rowType.${type}`
  return hasMessage(key) ? t(key) : type
}
