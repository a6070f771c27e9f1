/** One layout: its documents, what it knows about each field, and the means to disable or delete it. */
import { useState } from 'preact/hooks'
import { request } from '../../api/client.ts'
import type { LearnedLayout } from '../../api/types.ts'
import { isAdmin } from '../../app/session.ts'
import { formatDateTime, formatNumber, t } from '../../i18n/index.ts'
import { Button, Link } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { sentenceOf, showError, showMessage } from '../../ui/toasts.tsx'
import { idOf } from '../../api/client.ts'
import { FieldEvidenceTable } from './field-evidence.tsx'
import { Kept, titleOf } from './layout-list.tsx'
import { sumsOf, type Example } from './rules.ts'

interface LayoutDetailProps {
  layout: LearnedLayout
  /** Undefined while they are read. */
  examples: ReadonlyMap<string, Example> | undefined
  labels: ReadonlyMap<string, string>
  back: () => void
  changed: (layout: LearnedLayout) => void
  deleted: () => void
}

export function LayoutDetail({ layout, examples, labels, back, changed, deleted }: LayoutDetailProps) {
  const { evidence, enabled } = layout
  const name = titleOf(layout, examples)
  return (
    <section class="card layout-detail" aria-label={name}>
      <header>
        <Button class="to-list" kind="quiet" icon="back" label={t('layouts.toList')} onClick={back} />
        <h2>{name}</h2>
        {!enabled && <span class="status">{t('layouts.disabled')}</span>}
        {isAdmin.value && <Actions layout={layout} name={name} changed={changed} deleted={deleted} />}
      </header>
      {!enabled && <p class="note">{t('layouts.disabledMeaning')}</p>}
      <dl class="layout-facts">
        <div>
          <dt>{t('layouts.taught')}</dt>
          <dd>{t('layouts.documents', { count: evidence.documents })}</dd>
        </div>
        <div>
          <dt>{t('layouts.lastConfirmed')}</dt>
          <dd>{evidence.last_confirmed_at ? formatDateTime(evidence.last_confirmed_at) : t('common.none')}</dd>
        </div>
        <div>
          <dt>{t('layouts.proposals')}</dt>
          <dd>
            <Kept {...sumsOf(layout)} />
          </dd>
        </div>
      </dl>
      <h3>{t('layouts.examples')}</h3>
      <ul class="layout-examples">
        {evidence.annotations.map((url) => (
          <li key={url}>
            <Link to={`/documents/${idOf(url)}`}>
              {examples?.get(url)?.fileName ||
                t('layouts.document', { id: formatNumber(idOf(url), { useGrouping: false }) })}
            </Link>
          </li>
        ))}
      </ul>
      <FieldEvidenceTable fields={evidence.fields} labels={labels} />
    </section>
  )
}

interface ActionsProps {
  layout: LearnedLayout
  name: string
  changed: (layout: LearnedLayout) => void
  deleted: () => void
}

function Actions({ layout, name, changed, deleted }: ActionsProps) {
  const [busy, setBusy] = useState(false)
  const [asks, setAsks] = useState(false)
  const set = async (enabled: boolean) => {
    setBusy(true)
    try {
      changed(await request<LearnedLayout>(`/learned_layouts/${layout.id}`, { method: 'PATCH', body: { enabled } }))
      showMessage(
        t(enabled ? 'layouts.enabledMessage' : 'layouts.disabledMessage', { name }),
        enabled ? undefined : { label: t('layouts.enable'), run: () => void set(true) },
      )
    } catch (error) {
      showError(error)
    }
    setBusy(false)
  }
  return (
    <div class="end">
      <Button icon={layout.enabled ? 'pause' : 'check'} busy={busy} onClick={() => void set(!layout.enabled)}>
        {t(layout.enabled ? 'layouts.disable' : 'layouts.enable')}
      </Button>
      <Button kind="danger" icon="trash" onClick={() => setAsks(true)}>
        {t('common.delete')}
      </Button>
      {asks && <DeleteQuestion layout={layout} name={name} close={() => setAsks(false)} deleted={deleted} />}
    </div>
  )
}

interface DeleteQuestionProps {
  layout: LearnedLayout
  name: string
  close: () => void
  deleted: () => void
}

function DeleteQuestion({ layout, name, close, deleted }: DeleteQuestionProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const remove = async () => {
    setBusy(true)
    try {
      await request(`/learned_layouts/${layout.id}`, { method: 'DELETE' })
      showMessage(t('layouts.deletedMessage', { name }))
      deleted()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={t('layouts.deleteTitle', { name })}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button kind="danger" busy={busy} onClick={() => void remove()}>
            {t('common.delete')}
          </Button>
        </>
      }
    >
      <p>{t('layouts.deleteMeaning', { count: layout.evidence.documents })}</p>
      <p class="soft">{t('layouts.deleteAlternative')}</p>
      {error !== null && (
        <p class="field-error" role="alert">
          {t('layouts.notDeleted')} {sentenceOf(error)}
        </p>
      )}
    </Dialog>
  )
}
