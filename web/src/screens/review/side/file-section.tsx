/** The file of the document, with its original to download. */
import { useState } from 'preact/hooks'
import { credentials, idOf, isEmbedded, pathOf, send } from '../../../api/client.ts'
import { BASE } from '../../../app/router.ts'
import { isAdmin } from '../../../app/session.ts'
import { formatAgo, formatDateTime, formatSeconds, t } from '../../../i18n/index.ts'
import { Button, Link } from '../../../ui/button.tsx'
import { Status } from '../../../ui/status.tsx'
import { showError, showMessage } from '../../../ui/toasts.tsx'
import type { Review } from '../store/review.ts'
import { formatBytes } from './bytes.ts'
import { LabelChips } from './label-chips.tsx'
import { personName } from './people.ts'
import { resourceOf, useResource } from './resource.ts'
import { TemporalLink } from './temporal-link.tsx'

/** Reads the size of the file without the file. */
async function sizeOf({ document }: Review): Promise<number> {
  const { headers } = await fetch(pathOf(document.content), { method: 'HEAD', headers: credentials('GET') })
  return Number(headers.get('Content-Length'))
}

export function FileSection({ review }: { review: Review }) {
  const { document, queue } = review
  const { status, assignees, labels, time_spent, einvoice, arrived_at } = review.annotation.value
  const size = useResource(resourceOf(review, 'size', () => sizeOf(review))).value
  const pages = review.pages.value.length
  return (
    <section class="side-section">
      <h3 class="side-file-name">{document.original_file_name}</h3>
      <dl class="side-facts">
        <Fact name={t('side.status')}>
          <Status status={status} />
          {einvoice && <span class="side-tag">{t('side.einvoice')}</span>}
        </Fact>
        <Fact name={t('side.queue')}>
          {isEmbedded() ? queue.name : <Link to={`/queues/${queue.id}`}>{queue.name}</Link>}
        </Fact>
        <Fact name={t('side.arrived')}>
          <time dateTime={arrived_at} title={formatDateTime(arrived_at)}>
            {formatAgo(arrived_at)}
          </time>
        </Fact>
        <Fact name={t('side.size')}>
          {[t('side.pages', { count: pages }), size ? formatBytes(size) : ''].filter(Boolean).join(' · ')}
        </Fact>
        {time_spent > 0 && <Fact name={t('side.timeSpent')}>{formatSeconds(time_spent)}</Fact>}
        {!isEmbedded() && (
          <Fact name={t('side.assignees')}>
            {assignees.length ? assignees.map(personName).join(', ') : t('side.noAssignees')}
          </Fact>
        )}
        {!isEmbedded() && labels.length > 0 && (
          <Fact name={t('side.labels')}>
            <LabelChips urls={labels} />
          </Fact>
        )}
      </dl>
      <div class="side-actions start">
        <Download review={review} />
        {!isEmbedded() && <CopyLink review={review} />}
        {isAdmin.value && !isEmbedded() && <TemporalLink review={review} />}
      </div>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Download({ review: { document: file } }: { review: Review }) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      // Read here, because a plain link cannot send the token of an embedded page.
      const blob = await (await send(file.content)).blob()
      const url = URL.createObjectURL(blob)
      const link = Object.assign(document.createElement('a'), { href: url, download: file.original_file_name })
      link.click()
      setTimeout(() => URL.revokeObjectURL(url), 60_000)
    } catch (error) {
      showError(error)
    }
    setBusy(false)
  }
  return (
    <Button icon="download" busy={busy} onClick={() => void download()}>
      {t('side.download')}
    </Button>
  )
}

function CopyLink({ review }: { review: Review }) {
  const copy = async () => {
    const link = `${location.origin}${BASE}/documents/${idOf(review.annotation.value.url)}`
    try {
      await navigator.clipboard.writeText(link)
      showMessage(t('side.linkCopied'))
    } catch {
      // Without HTTPS browsers forbid it; then the user copies the text.
      prompt(t('side.copyLink'), link)
    }
  }
  return (
    <Button icon="copy" onClick={() => void copy()}>
      {t('side.copyLink')}
    </Button>
  )
}
