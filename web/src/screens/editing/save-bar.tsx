/** Says what saving will do, and saves. A refusal changes nothing in the editor. */
import { useState } from 'preact/hooks'
import { ApiError } from '../../api/client.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ask } from '../../ui/question.tsx'
import { sentenceOf, showMessage } from '../../ui/toasts.tsx'
import type { Editor } from './editor.ts'
import { losesEntered, savePages } from './load.ts'
import { missingValue } from './part-values.tsx'
import { sentenceFor } from './sentence.ts'

interface Props {
  editor: Editor
  onSaved: (annotations: readonly string[]) => void
  onCancel: () => void
}

export function SaveBar({ editor, onSaved, onCancel }: Props) {
  const { isSaving } = editor
  const busy = isSaving.value
  const [error, setError] = useState<unknown>(null)
  const plan = editor.plan.value
  const { queues } = editor.opened
  const problem = problemOf(editor)

  const save = async () => {
    if (plan.kind === 'none') return
    isSaving.value = true
    setError(null)
    try {
      const isAsked = await losesEntered(editor.opened, plan)
      const text = t(plan.kind === 'edit_pages' ? 'editing.enteredDivide' : 'editing.enteredMove')
      if (isAsked && !(await ask({ title: t('editing.enteredTitle'), text, go: t('editing.goOn') }))) {
        isSaving.value = false
        return
      }
      const saved = await savePages(editor.opened, plan, editor.source())
      showMessage(t(plan.kind === 'in_place' ? 'editing.savedInPlace' : 'editing.saved', { count: saved.length }))
      onSaved(saved)
    } catch (failure) {
      setError(failure)
      isSaving.value = false
    }
  }
  const queue = queues.find(({ url }) => url === editor.documents.value[0]?.queue)?.name ?? null
  return (
    <footer class="save-bar">
      {error !== null && (
        <p class="save-error" role="alert">
          <Icon name="alert" />
          <span>
            {leadOf(error)} {sentenceOf(error)}
          </span>
        </p>
      )}
      <p class={problem ? 'problem' : 'soft'} role="status">
        {problem ?? sentenceFor(plan, queue)}
      </p>
      <div class="end">
        <Button onClick={onCancel} disabled={busy}>
          {t('common.cancel')}
        </Button>
        <Button
          kind="primary"
          busy={busy}
          disabled={plan.kind === 'none' || problem !== null}
          onClick={() => void save()}
        >
          {t('common.save')}
        </Button>
      </div>
    </footer>
  )
}

/** Returns why the draft cannot be saved; null if it can, or if there is nothing to save. */
function problemOf(editor: Editor): string | null {
  if (!editor.documents.value.length) return t('editing.nothingLeft')
  const label = missingValue(editor)
  return label === null ? null : t('editing.valueMissing', { label })
}

const leadOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 409 ? t('editing.conflict') : t('editing.notSaved')
