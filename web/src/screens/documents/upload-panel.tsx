/** Progress of uploads, file by file. */
import { useState } from 'preact/hooks'
import { formatNumber, formatShare, t } from '../../i18n/index.ts'
import { Button, Link } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { isOver, type Item, type UploadStore } from './uploads-store.ts'

/** More rows than this are not readable; those in progress and those that failed come first. */
const MAX_SHOWN = 100

export function UploadPanel({ uploads }: { uploads: UploadStore }) {
  const [isOpen, setOpen] = useState(true)
  const items = uploads.items.value
  if (!items.length) return null
  const [open, failed] = [uploads.open.value, uploads.failed.value]
  // While files are sent they keep their places; afterwards the reasons of failures come first.
  const isSorted = items.length > MAX_SHOWN || (!open && failed > 0)
  const shown = (isSorted ? [...items].sort((a, b) => urgency(a) - urgency(b)) : items).slice(0, MAX_SHOWN)
  const summary = open
    ? t('documents.uploading', { count: open })
    : failed
      ? t('documents.uploadsFailed', { failed: formatNumber(failed), total: formatNumber(items.length) })
      : t('documents.uploaded', { count: uploads.done.value })
  return (
    <section class="uploads card" aria-label={t('documents.uploads')}>
      <header>
        <h2 aria-live="polite">{summary}</h2>
        <div class="end">
          <Button
            kind="quiet"
            icon={isOpen ? 'up' : 'down'}
            label={t(isOpen ? 'documents.hideFiles' : 'documents.showFiles')}
            expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
          {open < items.length && (
            <Button kind="quiet" onClick={uploads.clear}>
              {t('documents.clearFinished')}
            </Button>
          )}
        </div>
      </header>
      {isOpen && (
        <ul>
          {shown.map((item) => (
            <UploadRow key={item.id} item={item} uploads={uploads} />
          ))}
        </ul>
      )}
    </section>
  )
}

const ORDER = ['failed', 'sending', 'reading', 'waiting', 'done', 'cancelled']
const urgency = ({ state }: Item): number => ORDER.indexOf(state.value)

function UploadRow({ item, uploads }: { item: Item; uploads: UploadStore }) {
  const { file, reason, documents } = item
  const [state, ids] = [item.state.value, documents.value]
  return (
    <li class={`upload ${state}`}>
      <Icon name={state === 'done' ? 'check' : state === 'failed' ? 'alert' : 'page'} />
      <span class="upload-name" title={file.name}>
        {ids.length === 1 ? <Link to={`/documents/${ids[0]}`}>{file.name}</Link> : file.name}
      </span>
      <span class="upload-state">
        <StateText item={item} />
      </span>
      {state === 'failed' && <p class="upload-reason">{reason.value}</p>}
      <span class="upload-actions">
        {(state === 'cancelled' || (state === 'failed' && !ids.length)) && (
          <Button kind="quiet" icon="rotate" label={t('common.retry')} onClick={() => uploads.retry(item)} />
        )}
        {(state === 'waiting' || state === 'sending') && (
          <Button
            kind="quiet"
            icon="close"
            label={t('documents.cancelFile', { name: file.name })}
            onClick={() => uploads.cancel(item)}
          />
        )}
        {isOver(item) && (
          <Button
            kind="quiet"
            icon="close"
            label={t('documents.removeFile', { name: file.name })}
            onClick={() => uploads.remove(item)}
          />
        )}
      </span>
    </li>
  )
}

function StateText({ item: { file, state, share, documents } }: { item: Item }) {
  switch (state.value) {
    case 'sending':
      return (
        <>
          <progress max={1} value={share.value} aria-label={t('documents.sent', { name: file.name })} />
          {formatShare(share.value)}
        </>
      )
    case 'reading':
      return (
        <>
          <progress aria-label={t('documents.isRead', { name: file.name })} />
          {t('documents.reading')}
        </>
      )
    case 'done':
      return (
        <>
          {documents.value.length > 1 ? t('documents.made', { count: documents.value.length }) : t('documents.ready')}
        </>
      )
    case 'waiting':
      return <>{t('documents.waiting')}</>
    case 'cancelled':
      return <>{t('documents.cancelled')}</>
    case 'failed':
      return <>{t('documents.notRead')}</>
  }
}
