/** Makes a projection the target of the queue, after a question that says what changes. */
import { useState } from 'preact/hooks'
import { request } from '../../api/client.ts'
import type { Queue, Schema } from '../../api/types.ts'
import { formatShare, t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { sentenceOf, showMessage } from '../../ui/toasts.tsx'
import { threshold } from './projection-table.tsx'
import { targetOf, type Change, type Limits } from './rules.ts'
import type { Figures } from './types.ts'

interface ApplyTargetProps {
  queue: Queue
  schema: Schema
  changes: readonly Change[]
  limits: Limits
  projected: Figures
  /** The projection is not yet that of the limits. */
  isStale: boolean
  labels: Map<string, string>
  applied: () => void
}

export function ApplyTarget(props: ApplyTargetProps) {
  const { changes, isStale, applied } = props
  const [open, setOpen] = useState(false)
  const count = changes.filter(({ kind }) => kind !== 'same').length
  return (
    <div class="apply">
      <Button kind="primary" disabled={count === 0 || isStale} onClick={() => setOpen(true)}>
        {t('insights.apply')}
      </Button>
      {count === 0 && !isStale && <span class="soft">{t('insights.nothingToApply')}</span>}
      {open && (
        <Question
          {...props}
          close={() => setOpen(false)}
          applied={() => {
            setOpen(false)
            showMessage(t('insights.appliedMessage', { count }))
            applied()
          }}
        />
      )}
    </div>
  )
}

function Question({
  queue,
  schema,
  changes,
  limits,
  projected,
  labels,
  close,
  applied,
}: ApplyTargetProps & { close: () => void }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const changed = changes.filter(({ kind }) => kind !== 'same')
  const apply = async () => {
    setBusy(true)
    try {
      await request(`/queues/${queue.id}/automation/targets`, { body: targetOf(changes, limits, projected) })
      applied()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={t('insights.applyTitle')}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button kind="primary" busy={busy} onClick={() => void apply()}>
            {t('insights.apply')}
          </Button>
        </>
      }
    >
      <p>
        {t('insights.applyText', {
          count: changed.length,
          rate: formatShare(projected.document_automation_rate, 1),
        })}
      </p>
      {schema.queues.length > 1 && (
        <p class="note">{t('insights.sharedSchema', { count: schema.queues.length - 1 })}</p>
      )}
      <div class="apply-list" tabIndex={0} role="group" aria-label={t('insights.targetFields')}>
        <ul>
          {changed.map(({ schema_id, now, then, kind }) => (
            <li key={schema_id}>
              <span>{labels.get(schema_id) ?? schema_id}</span>
              <span class="soft">
                {threshold(now)} → <b>{kind === 'review' ? t('insights.alwaysReview') : threshold(then)}</b>
              </span>
            </li>
          ))}
        </ul>
      </div>
      {error !== null && (
        <p class="field-error" role="alert">
          {t('insights.applyFailed')} {sentenceOf(error)}
        </p>
      )}
    </Dialog>
  )
}
