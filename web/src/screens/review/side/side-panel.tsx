/** What belongs to the annotation besides its data: messages, notes, emails, details. */
import './side.css'
import { signal } from '@preact/signals'
import { isEmbedded } from '../../../api/client.ts'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/button.tsx'
import type { Review } from '../store/review.ts'
import { DetailsTab } from './details-tab.tsx'
import { EmailTab } from './email-tab.tsx'
import { emailsOf } from './emails.ts'
import { countOf } from './message-groups.ts'
import { MessagesTab } from './messages-tab.tsx'
import { NotesTab } from './notes-tab.tsx'
import { unseenOf, useNotes } from './notes.ts'
import { Tabs, type Tab } from './tabs.tsx'

export { AssigneeMenu } from './assignee-menu.tsx'
export { LabelMenu } from './label-menu.tsx'
export { useUnread } from './unread.ts'

const TABS = ['messages', 'notes', 'email', 'details'] as const
export type SideTab = (typeof TABS)[number]

/** The tab shown last; it stays while the user goes from document to document. */
const shown = signal<SideTab>('messages')
/** Selects a tab, for commands that open the panel. */
export const showTab = (tab: SideTab): void => void (shown.value = tab)

export function SidePanel({ review, onClose }: { review: Review; onClose: () => void }) {
  const tabs = useTabs(review)
  const selected = tabs.some(({ id }) => id === shown.value) ? shown.value : 'messages'
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    // The browser closes an open menu or dialog first.
    if (document.querySelector(':popover-open, dialog[open]')) return
    event.preventDefault()
    onClose()
  }
  return (
    <aside class="side-panel" aria-label={t('side.title')} onKeyDown={onKeyDown}>
      <Tabs
        label={t('side.title')}
        tabs={tabs}
        selected={selected}
        onSelect={showTab}
        end={<Button kind="quiet" icon="close" label={t('side.close')} onClick={onClose} />}
      >
        {selected === 'messages' && <MessagesTab review={review} />}
        {selected === 'notes' && <NotesTab review={review} />}
        {selected === 'email' && <EmailTab review={review} />}
        {selected === 'details' && <DetailsTab review={review} />}
      </Tabs>
    </aside>
  )
}

/** Returns the tabs that this user may see. */
function useTabs(review: Review): Tab<SideTab>[] {
  const notes = useNotes(review)
  const errors = countOf(review.messages.value, 'error')
  const warnings = countOf(review.messages.value, 'warning')
  const unseen = unseenOf(review)
  const hasReplies = review.annotation.value.has_email_thread_with_new_replies
  const isHidden = (tab: SideTab): boolean => {
    if (tab === 'notes') return isEmbedded() || notes.value.value === null
    return tab === 'email' && (isEmbedded() || emailsOf(review).value.value === null)
  }
  const badges: Record<SideTab, Tab['badge']> = {
    messages: errors
      ? { count: errors, label: t('side.errorCount', { count: errors }), isError: true }
      : { count: warnings, label: t('side.warningCount', { count: warnings }) },
    notes: { count: unseen, label: t('side.newNotes', { count: unseen }) },
    email: { count: hasReplies ? 1 : 0, label: t('side.newReplies') },
    details: null,
  }
  return TABS.filter((id) => !isHidden(id)).map((id) => ({ id, label: t(`side.tab.${id}`), badge: badges[id] }))
}
