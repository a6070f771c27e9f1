/** One note with what the user may do with it. */
import { useState } from 'preact/hooks'
import { request } from '../../../api/client.ts'
import type { Note } from '../../../api/types.ts'
import { isAdmin, user } from '../../../app/session.ts'
import { formatAgo, formatDateTime, t } from '../../../i18n/index.ts'
import { Menu } from '../../../ui/menu.tsx'
import { showError, showMessage } from '../../../ui/toasts.tsx'
import type { Review } from '../store/review.ts'
import { Avatar } from './avatar.tsx'
import { NoteBox } from './note-box.tsx'
import { notesOf } from './notes.ts'
import { personName } from './people.ts'
import { draftOf } from './resource.ts'
import { mayWriteNotes } from './rights.ts'

interface NoteItemProps {
  review: Review
  note: Note
  /** null: the note was deleted. */
  onChange: (note: Note, changed: Note | null) => void
  onReply?: (content: string, to: Note) => Promise<void>
}

export function NoteItem({ review, note, onChange, onReply }: NoteItemProps) {
  const [mode, setMode] = useState<'edit' | 'reply' | null>(null)
  const { creator, content, created_at, modified_at } = note
  const name = creator === null ? t('side.service') : personName(creator)
  const mayChange = mayWriteNotes() && (creator === user.value?.url || isAdmin.value)
  const isRejection = note.type === 'rejection' && review.annotation.value.rejected_at !== null
  const end = () => {
    for (const name of ['edit', 'reply']) draftOf(review, `${name} ${note.id}`).value = ''
    setMode(null)
  }
  const edit = () => {
    draftOf(review, `edit ${note.id}`).value = content
    setMode('edit')
  }
  const remove = async () => {
    try {
      await request(note.url, { method: 'DELETE' })
      onChange(note, null)
      showMessage(t('side.noteDeleted'), { label: t('side.undo'), run: () => void restore() })
    } catch (error) {
      showError(error)
    }
  }
  const restore = async () => {
    try {
      const { type, metadata, annotation } = note
      const again = await request<Note>('/notes', { body: { content, type, metadata, annotation } })
      const notes = notesOf(review)
      notes.value.value = [...(notes.value.value ?? []), again]
    } catch (error) {
      showError(error)
    }
  }
  return (
    <article class="side-note">
      <header>
        <Avatar name={name} />
        <strong>{name}</strong>
        <time dateTime={created_at} title={formatDateTime(created_at)}>
          {formatAgo(created_at)}
          {modified_at !== created_at && ` · ${t('side.edited')}`}
        </time>
        {(mayChange || (onReply && mayWriteNotes())) && (
          <Menu
            button={{ kind: 'quiet', icon: 'more', label: t('side.noteActions', { name }) }}
            items={[
              ...(onReply && mayWriteNotes() ? [{ label: t('side.reply'), run: () => setMode('reply') }] : []),
              ...(mayChange
                ? [
                    { label: t('side.edit'), run: edit },
                    { label: t('common.delete'), danger: true, run: () => void remove() },
                  ]
                : []),
            ]}
          />
        )}
      </header>
      {isRejection && <p class="side-tag">{t('side.rejectionReason')}</p>}
      {mode === 'edit' ? (
        <NoteBox
          label={t('side.editNote')}
          action={t('common.save')}
          draft={draftOf(review, `edit ${note.id}`)}
          autofocus
          onCancel={end}
          onSave={async (text) => {
            onChange(note, await request<Note>(note.url, { method: 'PATCH', body: { content: text } }))
            end()
          }}
        />
      ) : (
        <p class="side-text">{content}</p>
      )}
      {mode === 'reply' && onReply && (
        <NoteBox
          label={t('side.replyTo', { name })}
          action={t('side.reply')}
          draft={draftOf(review, `reply ${note.id}`)}
          autofocus
          onCancel={end}
          onSave={async (text) => {
            await onReply(text, note)
            end()
          }}
        />
      )}
    </article>
  )
}
