/** What prevented automation, as a list of bars with example documents. */
import { useState } from 'preact/hooks'
import { formatShare, hasMessage, t } from '../../i18n/index.ts'
import { Button, Link } from '../../ui/button.tsx'
import { NoFigure, Panel } from '../../ui/panel.tsx'
import { allBlockers, type NamedBlocker } from './rules.ts'
import type { Figures } from './types.ts'

const SHOWN = 8
const EXAMPLES = 5

/** Returns the name of a type of blocker in the language of the user. */
export const blockerName = (type: string): string => {
  const key = `insights.blocker.${type}`
  return hasMessage(key) ? t(key) : type
}

interface BlockersProps {
  figures: Figures
  labels: Map<string, string>
  total: number
}

export function Blockers({ figures, labels, total }: BlockersProps) {
  const [all, setAll] = useState(false)
  const blockers = allBlockers(figures)
  const shown = all ? blockers : blockers.slice(0, SHOWN)
  return (
    <Panel title={t('insights.blockers')} hint={t('insights.blockersHint')} wide>
      {!blockers.length && <NoFigure>{t('insights.noBlockers')}</NoFigure>}
      <ul class="bar-list">
        {shown.map((one) => (
          <BlockerBar key={`${one.schema_id} ${one.blocker}`} blocker={one} labels={labels} total={total} />
        ))}
      </ul>
      {blockers.length > SHOWN && (
        <Button kind="quiet" icon={all ? 'up' : 'down'} expanded={all} onClick={() => setAll(!all)}>
          {all ? t('insights.fewer') : t('insights.showAll', { count: blockers.length })}
        </Button>
      )}
    </Panel>
  )
}

interface BlockerBarProps {
  blocker: NamedBlocker
  labels: Map<string, string>
  total: number
}

function BlockerBar({ blocker, labels, total }: BlockerBarProps) {
  const { schema_id, document_count, example_annotation_ids } = blocker
  const share = Math.min(1, document_count / total)
  return (
    <li>
      <span class="bar-name">
        <b>{schema_id === null ? t('insights.wholeDocument') : (labels.get(schema_id) ?? schema_id)}</b>{' '}
        {blockerName(blocker.blocker)}
      </span>
      <span class="bar-track" aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <span class="bar-count">
        {t('insights.documentCount', { count: document_count })} <span class="soft">{formatShare(share)}</span>
      </span>
      <Examples ids={example_annotation_ids} />
    </li>
  )
}

/** Links to documents, the newest first. */
export const Examples = ({ ids }: { ids: readonly number[] }) => (
  <span class="examples">
    <span class="soft">{t('insights.examples')}</span>
    {ids.slice(0, EXAMPLES).map((id) => (
      <Link key={id} to={`/documents/${id}`} label={t('insights.openDocument', { id })}>
        {String(id)}
      </Link>
    ))}
  </span>
)
