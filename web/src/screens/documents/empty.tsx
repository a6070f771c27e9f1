/** What a list without documents shows. */
import { setQuery } from '../../app/router.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { showError, showMessage } from '../../ui/toasts.tsx'
import { statusName } from '../../ui/status.tsx'
import { addressOf, isFiltered, KEPT, NO_FILTERS, type View } from './view.ts'

interface EmptyProps {
  view: View
  counts: Record<string, number>
  /** Opens the file picker; undefined if the user may not upload. */
  onUpload: (() => void) | undefined
  /** Email address of the queue. */
  email: string | null
}

/** Whether a queue has no documents. */
export const isUnused = (counts: Record<string, number>): boolean => KEPT.every((status) => !counts[status])

/** Says why there is nothing, and what to do about it. */
export function Empty({ view, counts, onUpload, email }: EmptyProps) {
  if (isFiltered(view))
    return (
      <div class="notice">
        <p>{t('documents.noMatch')}</p>
        <Button onClick={() => setQuery(addressOf(NO_FILTERS))}>{t('documents.clearFilters')}</Button>
      </div>
    )
  if (isUnused(counts)) return <NewQueue onUpload={onUpload} email={email} />
  if (view.tab === 'to_review' && counts.importing)
    return (
      <div class="notice" role="status">
        <span class="spinner" aria-hidden="true" />
        <p>{t('documents.beingRead', { count: counts.importing })}</p>
      </div>
    )
  return (
    <div class="notice">
      <Icon name={view.tab === 'to_review' ? 'check' : 'inbox'} size={32} />
      <p>
        {view.tab === 'to_review'
          ? t('documents.allDone')
          : t('documents.noneInStatus', { status: statusName(view.tab) })}
      </p>
    </div>
  )
}

function NewQueue({ onUpload, email }: Pick<EmptyProps, 'onUpload' | 'email'>) {
  const copy = () =>
    void navigator.clipboard.writeText(email!).then(() => showMessage(t('documents.copied')), showError)
  return (
    <div class={`notice first-documents ${onUpload ? 'drop' : ''}`}>
      <Icon name="upload" size={40} />
      <h2>{t('documents.none')}</h2>
      {onUpload && (
        <>
          <p>{t('documents.dropFirst')}</p>
          <Button kind="primary" icon="upload" onClick={onUpload}>
            {t('documents.chooseFiles')}
          </Button>
        </>
      )}
      {email && (
        <p class="email">
          <span>{t('documents.byEmail')}</span> <a href={`mailto:${email}`}>{email}</a>
          <Button kind="quiet" icon="copy" label={t('documents.copyAddress')} onClick={copy} />
        </p>
      )}
    </div>
  )
}
