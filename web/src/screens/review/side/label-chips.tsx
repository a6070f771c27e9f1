/** Labels in their colours. */
import type { Label } from '../../../api/types.ts'
import { t } from '../../../i18n/index.ts'
import { isColor, textOn } from './colors.ts'
import { labelsAt } from './labels.ts'

export function Chip({ label: { name, color } }: { label: Pick<Label, 'name' | 'color'> }) {
  return (
    <span
      class="label-chip"
      style={isColor(color) ? { background: color, color: textOn(color) } : undefined}
      title={name}
    >
      {name}
    </span>
  )
}

/** Shows the labels with these URLs, at most `most`, and the number of others. */
export function LabelChips({ urls, most = Infinity }: { urls: readonly string[]; most?: number }) {
  const found = labelsAt(urls)
  if (!found.length) return null
  const hidden = found.slice(most)
  return (
    <span class="label-chips">
      {found.slice(0, most).map((label) => (
        <Chip key={label.id} label={label} />
      ))}
      {hidden.length > 0 && (
        <span class="label-chip" title={hidden.map(({ name }) => name).join(', ')}>
          {t('side.moreLabels', { count: hidden.length })}
        </span>
      )}
    </span>
  )
}
