/** Head, uploads, filters and list of a queue. */
import { useComputed } from '@preact/signals'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Label } from '../../api/types.ts'
import { guardLeaving } from '../../app/router.ts'
import { isAdmin, mayImport, mayReview, user } from '../../app/session.ts'
import { t } from '../../i18n/index.ts'
import { BulkBar, ProblemList } from './bulk-bar.tsx'
import { createBulk } from './bulk-store.ts'
import { isAccepted } from './accepted.ts'
import type { QueueData } from './documents.tsx'
import { DropZone, FilePicker } from './drop-zone.tsx'
import { Empty, isUnused } from './empty.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { Filters } from './filters.tsx'
import { headsOf } from './heads.ts'
import { useListKeys } from './keys.ts'
import { DocumentList } from './list.tsx'
import { QueueHead } from './queue-head.tsx'
import { reviewNext } from '../queues/review-next.ts'
import { Tabs } from './tabs.tsx'
import { UploadPanel } from './upload-panel.tsx'
import { createUploads } from './uploads-store.ts'
import { useList } from './use-list.ts'
import { DEFAULT_TAB, isFiltered } from './view.ts'

export function QueueScreen({ queue, columns, email, labels: given, users }: QueueData) {
  const { list, view, counts } = useList(queue, columns)
  const [labels, setLabels] = useState(given)
  const [exports, setExports] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const accepted = queue.settings.accepted_mime_types ?? []
  const mayUpload = mayImport.value && queue.status === 'active' && queue.settings.ui_upload_enabled !== false

  const uploads = useMemo(
    () => createUploads(queue.id, (file) => (isAccepted(file.type, accepted) ? null : t('documents.notAccepted'))),
    [queue.id],
  )
  const bulk = useMemo(
    () =>
      createBulk(list, {
        url: user.value?.url ?? '',
        isAdmin: isAdmin.value,
        mayReview: mayReview.value,
        mayImport: mayImport.value,
      }),
    [list],
  )
  useEffect(() => {
    const end = guardLeaving(() =>
      uploads.unsent.value ? t('documents.leaveUploads', { count: uploads.unsent.value }) : null,
    )
    return () => (end(), uploads.close())
  }, [uploads])
  useEffect(() => {
    document.title = `${queue.name} · Sheaf`
  }, [queue.name])

  const choose = mayUpload ? () => picker.current?.click() : undefined
  const selectable = mayReview.value
  useListKeys({
    toggle: selectable ? list.toggle : undefined,
    upload: choose,
    reviewNext: mayReview.value ? () => void reviewNext(queue.id) : undefined,
    clear: () => list.selectAll(false),
  })
  const heads = headsOf(view, columns, { labels: labels.length > 0, assignees: users.length > 1 })
  const hasSelection = useComputed(() => list.selected.value.size > 0).value
  const addLabel = (label: Label) => setLabels([...labels, label].sort((a, b) => a.name.localeCompare(b.name)))

  return (
    <div class={`documents ${hasSelection ? 'has-selection' : ''}`}>
      <QueueHead
        queue={queue}
        waiting={counts.value.to_review ?? 0}
        onUpload={choose}
        onExport={() => setExports(true)}
      />
      <UploadPanel uploads={uploads} />
      {(!isUnused(counts.value) || isFiltered(view) || view.tab !== DEFAULT_TAB) && (
        <>
          <Tabs counts={counts.value} selected={view.tab} />
          <Filters view={view} labels={labels} users={users} />
        </>
      )}
      <ProblemList bulk={bulk} />
      <DocumentList
        list={list}
        view={view}
        heads={heads}
        selectable={selectable}
        empty={<Empty view={view} counts={counts.value} onUpload={choose} email={email} />}
      />
      {hasSelection && (
        <BulkBar {...{ list, bulk, labels, users }} onLabelCreated={addLabel} onExport={() => setExports(true)} />
      )}
      {exports && <ExportDialog queueName={queue.name} list={list} view={view} onClose={() => setExports(false)} />}
      {mayUpload && (
        <>
          <FilePicker picker={picker} accepted={accepted} onFiles={uploads.add} />
          <DropZone queueName={queue.name} onFiles={uploads.add} />
        </>
      )}
    </div>
  )
}
