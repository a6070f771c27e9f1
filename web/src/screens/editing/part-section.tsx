/** A part: what its document will be, and its pages. */
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
  dragging: Dragging
  part: Part
  number: number
}

export function PartSection({ editor, dragging, part, number }: Props) {
  const { opened, draft, selection, focused, dashed, hints } = editor
  const isAlone = draft.value.parts.length === 1 && part.annotation === null
  return (
    <section
      class={`part ${isAlone ? 'alone' : ''} ${part.locked ? 'locked' : ''}`}
      aria-label={t(isAlone ? 'editing.pages' : 'editing.part', { number })}
      data-part={part.key}
      data-locked={part.locked ? '' : undefined}
    >
      {!isAlone && <PartHead editor={editor} part={part} number={number} />}
      <ol class="part-pages">
        {part.pages.map((page, index) => (
          <PageCell
            key={page.key}
            editor={editor}
            dragging={dragging}
            page={page}
            info={opened.pages.get(page.page)}
            part={number}
            position={index + 1}
            selected={selection.value.keys.has(page.key)}
            current={focused.value === page.key}
            locked={part.locked}
            dashed={index > 0 && dashed.value.has(page.page)}
            hint={hints.value.get(page.page)}
            divides={!opened.isInPlaceOnly}
          />
        ))}
      </ol>
    </section>
  )
}

function PartHead({ editor, part, number }: Omit<Props, 'dragging'>) {
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
      {part.status && part.annotation && <Status status={part.status} />}
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

function PartFields({ editor, part, number }: Omit<Props, 'dragging'>) {
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
export function Border({
  editor,
  part,
  number,
  locked,
}: {
  editor: Editor
  part: Part
  number: number
  locked: boolean
}) {
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
