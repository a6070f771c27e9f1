/** Deletes everything of a supplier or person: a search, its preview, and the deletion with its report. */
import { useEffect, useState } from 'preact/hooks'
import { idOf, request } from '../../api/client.ts'
import type { DeletionRequest } from '../../api/types.ts'
import { formatNumber, hasMessage, t } from '../../i18n/index.ts'
import { Button, Link } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Panel } from '../../ui/panel.tsx'
import { showError } from '../../ui/toasts.tsx'
import { deletionRows, searchOf, TERMS, toDelete, type Terms } from './deletion-rules.ts'

const POLL_MS = 1000
/** Kept documents that the preview lists. */
const MAX_KEPT = 20

interface Found {
  annotation: string
  file_name: string
  keep: boolean
  kept_until: string | null
}

export function DeletionPanel() {
  const [terms, setTerms] = useState<Terms>({})
  const [deletion, setDeletion] = useState<DeletionRequest | null>(null)
  const [kept, setKept] = useState<readonly Found[]>([])
  const [busy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      showError(error)
    }
    setBusy(false)
  }
  const preview = () =>
    attempt(async () => {
      setDeletion(null)
      const made = await request<DeletionRequest>('/deletion_requests', {
        method: 'POST',
        body: { search: searchOf(terms) },
      })
      const { results } = await request<{ results: Found[] }>(`/deletion_requests/${made.id}/documents`)
      setKept(results.filter(({ keep }) => keep).slice(0, MAX_KEPT))
      setDeletion(made)
    })
  const confirm = ({ id, token }: DeletionRequest) =>
    attempt(async () => {
      setDeletion(
        await request<DeletionRequest>(`/deletion_requests/${id}/confirm`, { method: 'POST', body: { token } }),
      )
    })
  useFollowed(deletion, setDeletion)
  return (
    <Panel title={t('admin.delete')} hint={t('admin.deleteHint')}>
      <form
        class="terms"
        onSubmit={(event) => {
          event.preventDefault()
          void preview()
        }}
      >
        {TERMS.map((term) => (
          <TextField
            key={term}
            label={t(`admin.delete.${term}`)}
            value={terms[term] ?? ''}
            maxLength={200}
            onInput={(text) => setTerms({ ...terms, [term]: text })}
          />
        ))}
        <Button type="submit" busy={busy} disabled={Object.keys(searchOf(terms)).length === 0}>
          {t('admin.deletePreview')}
        </Button>
      </form>
      <div aria-live="polite">
        {deletion && <Result deletion={deletion} kept={kept} busy={busy} confirm={() => void confirm(deletion)} />}
      </div>
    </Panel>
  )
}

/** Reads a running deletion until it ends. */
function useFollowed(deletion: DeletionRequest | null, set: (read: DeletionRequest) => void): void {
  useEffect(() => {
    if (deletion?.status !== 'running') return
    const timer = setTimeout(() => {
      request<DeletionRequest>(`/deletion_requests/${deletion.id}`).then(set, showError)
    }, POLL_MS)
    return () => clearTimeout(timer)
  }, [deletion])
}

interface ResultProps {
  deletion: DeletionRequest
  kept: readonly Found[]
  busy: boolean
  confirm: () => void
}

function Result({ deletion, kept, busy, confirm }: ResultProps) {
  const { status, failure } = deletion
  const isPreview = status === 'previewed'
  const rows = deletionRows(isPreview ? deletion.preview : deletion.report)
  return (
    <>
      <h3>{t(`admin.delete.is.${status}`)}</h3>
      {failure && <p class="field-error">{failure}</p>}
      {rows.length > 0 ? <Counts rows={rows} /> : <p class="no-figure">{t('admin.deleteNothing')}</p>}
      {isPreview && kept.length > 0 && <Kept documents={kept} />}
      {(status === 'failed' || (isPreview && toDelete(deletion.preview) > 0)) && (
        <Button kind="danger" busy={busy} onClick={confirm}>
          {t('admin.deleteNow')}
        </Button>
      )}
    </>
  )
}

const Counts = ({ rows }: { rows: ReturnType<typeof deletionRows> }) => (
  <table class="table">
    <thead>
      <tr>
        <th scope="col">{t('admin.deleteWhat')}</th>
        <th scope="col" class="number">
          {t('admin.deleteDeleted')}
        </th>
        <th scope="col" class="number">
          {t('admin.deleteKept')}
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ kind, deleted, kept }) => (
        <tr key={kind}>
          <th scope="row">{nameOf(kind)}</th>
          <td class="number">{formatNumber(deleted)}</td>
          <td class="number">{formatNumber(kept)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** Later releases may count more kinds. */
const nameOf = (kind: string): string => {
  const key = `admin.delete.kind.${kind}`
  return hasMessage(key) ? t(key) : kind
}

const Kept = ({ documents }: { documents: readonly Found[] }) => (
  <>
    <h4>{t('admin.deleteLaw')}</h4>
    <ul>
      {documents.map(({ annotation, file_name, kept_until }) => (
        <li key={annotation}>
          <Link to={`/documents/${idOf(annotation)}`}>{file_name || String(idOf(annotation))}</Link>{' '}
          {kept_until && <span class="soft">{t('admin.deleteUntil', { day: kept_until })}</span>}
        </li>
      ))}
    </ul>
  </>
)
