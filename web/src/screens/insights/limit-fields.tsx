/** Controls of the acceptable share of wrong values. */
import { useEffect, useId, useState } from 'preact/hooks'
import { formatNumber, formatShare, t } from '../../i18n/index.ts'
import { shareOf, type Limits } from './rules.ts'

/** The greatest limit of the slider; the field beside it takes any. */
const MAX_LIMIT = 0.2
const STEP = 0.005

const percent = (share: number) => formatNumber(share * 100, { maximumFractionDigits: 2, useGrouping: false })

export function CommonLimit({ limits, onChange }: { limits: Limits; onChange: (limits: Limits) => void }) {
  const id = useId()
  const set = (common: number) => onChange({ ...limits, common })
  return (
    <div class="common-limit">
      <label for={id}>{t('insights.acceptable')}</label>
      <div>
        <input
          id={id}
          type="range"
          min={0}
          max={MAX_LIMIT}
          step={STEP}
          value={Math.min(MAX_LIMIT, limits.common)}
          aria-valuetext={formatShare(limits.common, 1)}
          onInput={(event) => set(Number(event.currentTarget.value))}
        />
        <PercentField
          label={t('insights.acceptable')}
          value={limits.common}
          onChange={(share) => share !== null && set(share)}
        />
      </div>
    </div>
  )
}

interface PercentFieldProps {
  label: string
  value: number | null
  placeholder?: string
  /** Null: the field was emptied. */
  onChange: (share: number | null) => void
}

/** A share in percent. Other text is marked and changes nothing. */
export function PercentField({ label, value, placeholder, onChange }: PercentFieldProps) {
  const written = value === null ? '' : percent(value)
  const [text, setText] = useState(written)
  const isWrong = text.trim() !== '' && shareOf(text) === null
  // The slider changes the value too; what the user is typing stays.
  useEffect(() => {
    if (shareOf(text) !== value) setText(written)
  }, [written])
  return (
    <span class="percent">
      <input
        class="input"
        inputMode="decimal"
        aria-label={`${label}, %`}
        aria-invalid={isWrong || undefined}
        title={isWrong ? t('insights.percentWrong') : undefined}
        placeholder={placeholder}
        value={text}
        onInput={(event) => {
          const given = event.currentTarget.value
          setText(given)
          const share = shareOf(given)
          if (share !== null || given.trim() === '') onChange(share)
        }}
      />
      <span aria-hidden="true">%</span>
    </span>
  )
}
