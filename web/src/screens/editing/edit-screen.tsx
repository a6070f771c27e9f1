/** Splits, rotates, removes and reorders the pages of a document. */
import './editing.css'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { ApiError, idOf, isEmbedded } from '../../api/client.ts'
import { embeddedAnnotation } from '../../app/embedded.ts'
import { guardLeaving, navigate } from '../../app/router.ts'
import type { ScreenProps } from '../../app/screens.ts'
import { mayImport } from '../../app/session.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/load.tsx'
import { sentenceOf } from '../../ui/toasts.tsx'
import { Editor } from './editor.ts'
import { EditorView } from './editor-view.tsx'
import { openPages, releasePages, type Opened } from './load.ts'

/** How the editor was left: URLs of the annotations that saving changed or created, or null without changes. */
export type Outcome = readonly string[] | null

interface Props {
  /** Id of the annotation. */
  id: number
  /** Called at the end, instead of opening the list or the document. Required in an embedded page, which has no addresses. */
  onLeave?: (outcome: Outcome) => void
}

export const EditScreen = ({ params }: ScreenProps) => <EditPages id={Number(params.id)} />

/** The editor of a document's pages. */
export function EditPages(props: Props) {
  const isOwn = isEmbedded() && embeddedAnnotation() === props.id
  if (isOwn || (mayImport.value && !isEmbedded())) return <Session {...props} />
  return (
    <div class="notice" role="alert">
      <p>{t('editing.refused')}</p>
      {!isEmbedded() && <Button onClick={() => navigate(`/documents/${props.id}`)}>{t('editing.toDocument')}</Button>}
    </div>
  )
}

function Session({ id, onLeave }: Props) {
  const { opened, error, retry, keep } = useLock(id)
  const editor = useMemo(() => (opened ? new Editor(opened) : null), [opened])
  useEffect(() => (editor ? guardLeaving(() => (editor.isDirty() ? t('editing.leave') : null)) : undefined), [editor])
  const leave = (outcome: Outcome) => {
    editor?.finish()
    if (outcome) keep()
    if (onLeave) onLeave(outcome)
    else navigate(addressAfter(id, opened, outcome))
  }
  if (error !== undefined) return <Refusal error={error} retry={retry} leave={() => leave(null)} />
  if (!editor) return <Loading />
  const cancel = async () => {
    if (editor.isDirty() && !confirm(t('editing.leave'))) return
    keep()
    await releasePages(editor.opened)
    leave(null)
  }
  return <EditorView editor={editor} onSaved={leave} onCancel={() => void cancel()} />
}

/** Returns the address to open: the only result, or the list of the queue. */
function addressAfter(id: number, opened: Opened | undefined, outcome: Outcome): string {
  const isSplit = opened?.isSplit ?? false
  const queue = opened?.queues.find(({ url }) => url === opened.annotation.queue)
  const list = `/queues/${idOf(opened?.annotation.queue)}`
  if (!outcome) return isSplit ? list : `/documents/${id}`
  const isList = outcome.length !== 1 || queue?.settings.ui_on_edit_confirm === 'annotation_list'
  return isList ? list : `/documents/${idOf(outcome[0])}`
}

/** Locks the document for as long as the editor is open. `keep` leaves the lock to a request that ends it itself. */
function useLock(id: number) {
  const [state, setState] = useState<{ opened?: Opened; error?: unknown }>({})
  const [attempt, setAttempt] = useState(0)
  const isKept = useRef(false)
  useEffect(() => {
    let isOver = false
    let mine: Opened | null = null
    isKept.current = false
    const release = () => {
      if (mine && !isKept.current) void releasePages(mine)
      mine = null
    }
    openPages(id).then(
      (opened) => {
        mine = opened
        if (isOver) release()
        else setState({ opened })
      },
      (error: unknown) => isOver || setState({ error }),
    )
    window.addEventListener('pagehide', release)
    return () => {
      isOver = true
      window.removeEventListener('pagehide', release)
      release()
    }
  }, [id, attempt])
  const retry = () => {
    setState({})
    setAttempt(attempt + 1)
  }
  return { ...state, retry, keep: () => (isKept.current = true) }
}

function Refusal({ error, retry, leave }: { error: unknown; retry: () => void; leave: () => void }) {
  const status = error instanceof ApiError ? error.status : null
  const text = status === 404 ? t('common.notFound') : status === 409 ? t('editing.notNow') : t('common.failed')
  return (
    <div class="notice" role="alert">
      <p>
        <strong>{text}</strong>
      </p>
      {status !== 404 && <p>{sentenceOf(error)}</p>}
      <p class="refusal-actions">
        {status !== 404 && <Button onClick={retry}>{t('common.retry')}</Button>}
        <Button onClick={leave}>{t('editing.toDocument')}</Button>
      </p>
    </div>
  )
}
