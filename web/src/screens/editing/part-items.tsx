/** The parts: what their documents will be, and their pages. */
import type { ComponentChild } from 'preact'
import type { Queue } from '../../api/types.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Status } from '../../ui/status.tsx'
import type { Dragging } from './drag.ts'
import type { Editor } from './editor.ts'
import { isDocument, shownPages, type Part } from './model.ts'
import { PageCell } from './page-cell.tsx'
import { generatedName } from './names.ts'
import { PartValues } from './part-values.tsx'

interface Props {
  editor: Editor
  part: Part
  /** Number of the document; 0 for pages that are left out. */
  number: number
}

/**
 * The items of a part: its head and its pages. All parts are in one list, so that a cut or a move keeps the elements of the pages, with their
 * images and the focus.
 */
export function partItems(editor: Editor, dragging: Dragging, part: Part, index: number): ComponentChild[] {
  const { opened, draft, selection, focused, dashed, hints, numbers } = editor
  const { parts } = draft.value
  const number = numbers.value.get(part.key) ?? 0
  const isAlone = parts.length === 1 && part.annotation === null
  const before = parts[index - 1]
  const head = (
    <li
      key={`part ${part.key}`}
      class="part-row"
      data-part={part.key}
      data-head={part.pages[0]!.key}
      data-locked={part.locked ? '' : undefined}
    >
      {before && <Border editor={editor} part={part} number={number} locked={part.locked || before.locked} />}
      <PartHead editor={editor} part={part} number={number} />
    </li>
  )
  const pages = part.pages.map((page, at) => (
    <PageCell
      key={page.key}
      editor={editor}
      dragging={dragging}
      page={page}
      info={opened.pages.get(page.page)}
      partKey={part.key}
      part={number}
      position={at + 1}
      selected={selection.value.keys.has(page.key)}
      current={focused.value === page.key}
      locked={part.locked}
      dashed={at > 0 && dashed.value.has(page.page)}
      hint={hints.value.get(page.page)}
      divides={!opened.isInPlaceOnly}
    />
  ))
  return isAlone ? pages : [head, ...pages]
}

function PartHead({ editor, part, number }: Props) {
  const count = shownPages(part).length
  if (!isDocument(part))
    return (
      <header class="part-head">
        <h2>{t('editing.partLeftOut')}</h2>
        <span class="soft">{t('editing.partLeftOutHint')}</span>
      </header>
    )
  return (
    <header class="part-head">
      <h2>{t('editing.part', { number })}</h2>
      <span class="soft">{t('editing.count', { count })}</span>
      {part.locked && part.status && <Status status={part.status} />}
      {part.annotation && !part.locked && <span class="status">{t('editing.existing')}</span>}
      {part.locked ? <Locked part={part} /> : <PartFields editor={editor} part={part} number={number} />}
    </header>
  )
}

const Locked = ({ part }: { part: Part }) => (
  <span class="part-locked">
    {part.name && <strong>{part.name}</strong>}
    <Icon name="alert" size={16} />
    {t(
      part.status === null
        ? 'editing.lockedUnseen'
        : part.status === 'reviewing'
          ? 'editing.lockedUser'
          : 'editing.lockedStatus',
    )}
  </span>
)

function PartFields({ editor, part, number }: Props) {
  const { queues } = editor.opened
  const known = queues.some(({ url }) => url === part.queue)
  return (
    <div class="part-fields">
      <TextField
        label={t('editing.name', { number })}
        hideLabel
        value={part.name}
        placeholder={generatedName(editor, part)}
        maxLength={255}
        onInput={(name) => editor.describe(part.key, { name })}
      />
      {queues.length > 1 && known && (
        <SelectField
          label={t('editing.queue', { number })}
          hideLabel
          value={part.queue}
          options={queues.map(optionOf)}
          onChange={(queue) => editor.describe(part.key, { queue })}
        />
      )}
      <PartValues editor={editor} part={part} />
    </div>
  )
}

const optionOf = ({ url, name }: Queue) => ({ value: url, label: name })

/** The border between two parts, with the button that joins them. */
function Border({ editor, part, number, locked }: Props & { locked: boolean }) {
  const first = part.pages[0]!
  return (
    <div class="border">
      {!locked && (
        <Button label={t('editing.joinPart', { number })} onClick={() => editor.toggleCut(first.key)}>
          {t('editing.join')}
        </Button>
      )}
    </div>
  )
}
