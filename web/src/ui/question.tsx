/** A question before something that cannot be taken back, or that goes out: one at a time, above any screen. */
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { t } from '../i18n/index.ts'
import { Button } from './button.tsx'
import { matchesKeys } from './commands.tsx'
import { Dialog } from './dialog.tsx'

export interface Question {
  title: string
  text: string
  /** Names that the question is about, or lines with links. */
  list?: readonly ComponentChildren[]
  /** The button that does nothing, which gets the focus; by default "Cancel". */
  stay?: string
  /** The button that goes on. */
  go: string
  /** Keys that go on too, such as those of the command that asked. */
  keys?: string
}

const open = signal<(Question & { answer: (goesOn: boolean) => void }) | null>(null)

/** Asks, and resolves with whether to go on. The dialog is open before the next key. A second question answers the first with no. */
export function ask(question: Question): Promise<boolean> {
  open.value?.answer(false)
  return new Promise((resolve) => {
    open.value = {
      ...question,
      answer: (goesOn) => {
        open.value = null
        // After the dialog has given the focus back.
        queueMicrotask(() => resolve(goesOn))
      },
    }
  })
}

/** Names shown of a long list. */
const SHOWN = 8

/** Shows the question. Part of the frame of every screen. */
export function Questions() {
  const { value: question } = open
  if (!question) return null
  const { title, text, list = [], stay, go, keys, answer } = question
  return (
    <Dialog
      title={title}
      onClose={() => answer(false)}
      onKeyDown={(event) => {
        if (!keys || event.repeat || !matchesKeys(event, keys)) return
        event.preventDefault()
        answer(true)
      }}
      actions={
        <>
          <Button onClick={() => answer(false)}>{stay ?? t('common.cancel')}</Button>
          <Button kind="primary" {...(keys ? { keys } : {})} onClick={() => answer(true)}>
            {go}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {list.length > 0 && (
        <ul>
          {list.slice(0, SHOWN).map((name, index) => (
            <li key={index}>{name}</li>
          ))}
          {list.length > SHOWN && <li class="soft">{t('common.further', { count: list.length - SHOWN })}</li>}
        </ul>
      )}
    </Dialog>
  )
}
