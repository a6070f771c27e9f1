/** The suggested edit: accept all of it, or dismiss it. Single cuts are accepted at their dashed lines. */
import { useState } from 'preact/hooks'
import { request } from '../../api/client.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { showError, showMessage } from '../../ui/toasts.tsx'
import type { Editor } from './editor.ts'

export function SuggestionBanner({ editor }: { editor: Editor }) {
  const [busy, setBusy] = useState(false)
  const { suggestion } = editor.opened
  if (!suggestion || !editor.isSuggesting.value || editor.isFollowing.value) return null

  const restore = async () => {
    try {
      await request('/suggested_edits', { body: suggestion.body })
      editor.isSuggesting.value = true
    } catch (error) {
      showError(error)
    }
  }
  const dismiss = async () => {
    setBusy(true)
    try {
      const { results } = await request<{ results: { url: string }[] }>('/suggested_edits', {
        query: { annotation: editor.opened.annotation.id },
      })
      for (const { url } of results) await request(url, { method: 'DELETE' })
      editor.isSuggesting.value = false
      showMessage(t('editing.dismissed'), { label: t('editing.undo'), run: () => void restore() })
    } catch (error) {
      showError(error)
    }
    setBusy(false)
  }
  const count = suggestion.documents.length
  return (
    <div class="banner info suggestion">
      <span class="dash-sample" aria-hidden="true" />
      <p>{t('editing.suggestion', { count })}</p>
      <Button kind="primary" onClick={() => editor.acceptSuggestion()}>
        {t('editing.accept')}
      </Button>
      <Button busy={busy} onClick={() => void dismiss()}>
        {t('editing.dismiss')}
      </Button>
    </div>
  )
}
