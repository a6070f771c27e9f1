/** The thresholds of each field, now and with the chosen limits; a field can have a limit of its own. */
import { useState } from 'preact/hooks'
import { formatNumber, formatShare, t } from '../../i18n/index.ts'
import { Checkbox } from '../../ui/fields.tsx'
import { PercentField } from './limit-fields.tsx'
import { ALWAYS_REVIEW, type Change, type Limits } from './rules.ts'
import type { FieldFigures } from './types.ts'

interface ProjectionTableProps {
  changes: readonly Change[]
  figures: readonly FieldFigures[]
  labels: Map<string, string>
  limits: Limits
  onChange: (limits: Limits) => void
}

export function ProjectionTable({ changes, figures, labels, limits, onChange }: ProjectionTableProps) {
  const [onlyChanged, setOnlyChanged] = useState(false)
  const errors = new Map(figures.map((field) => [field.schema_id, field.estimated_error_rate]))
  const shown = onlyChanged
    ? changes.filter(({ schema_id, kind }) => kind !== 'same' || schema_id in limits.own)
    : changes
  const setOwn = (schemaId: string, share: number | null) => {
    const { [schemaId]: _, ...rest } = limits.own
    onChange({ ...limits, own: share === null ? rest : { ...rest, [schemaId]: share } })
  }
  return (
    <details class="per-field">
      <summary>
        {t('insights.perField')}{' '}
        <span class="soft">
          {t('insights.changeCount', { count: changes.filter(({ kind }) => kind !== 'same').length })}
        </span>
      </summary>
      <Checkbox label={t('insights.onlyChanged')} checked={onlyChanged} onChange={setOnlyChanged} />
      <div class="scroll-x" tabIndex={0} role="group" aria-label={t('insights.perField')}>
        <table class="table">
          <thead>
            <tr>
              <th scope="col">{t('insights.field')}</th>
              <th scope="col">{t('insights.acceptableShort')}</th>
              <th scope="col" class="number">
                {t('insights.thresholdNow')}
              </th>
              <th scope="col" class="number">
                {t('insights.thresholdThen')}
              </th>
              <th scope="col" class="number">
                {t('insights.errorsThen')}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((change) => {
              const label = labels.get(change.schema_id) ?? change.schema_id
              const errorRate = errors.get(change.schema_id) ?? null
              return (
                <tr key={change.schema_id}>
                  <th scope="row" class="field-name">
                    {label}
                  </th>
                  <td>
                    <PercentField
                      label={`${t('insights.acceptableShort')}: ${label}`}
                      value={limits.own[change.schema_id] ?? null}
                      placeholder={formatNumber(limits.common * 100, { maximumFractionDigits: 2 })}
                      onChange={(share) => setOwn(change.schema_id, share)}
                    />
                  </td>
                  <td class="number">{threshold(change.now)}</td>
                  <td class={`number change-${change.kind}`}>
                    {change.kind === 'same' ? (
                      <span class="soft">{t('insights.unchanged')}</span>
                    ) : change.kind === 'review' ? (
                      t('insights.alwaysReview')
                    ) : (
                      `${change.kind === 'lower' ? '↓' : '↑'} ${threshold(change.then)}`
                    )}
                  </td>
                  <td class="number">
                    {change.kind === 'review' ? (
                      <span class="soft">{t('insights.nonePass')}</span>
                    ) : errorRate === null ? (
                      <span class="soft">{t('insights.tooFewShort')}</span>
                    ) : (
                      formatShare(errorRate, 1)
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </details>
  )
}

/** Returns a threshold as text. No confidence reaches 1, so that this threshold demands a review of each value. */
export const threshold = (value: number | null): string => {
  if (value === null) return t('insights.noThreshold')
  return value >= ALWAYS_REVIEW ? t('insights.alwaysReview') : formatNumber(value, { maximumFractionDigits: 3 })
}
