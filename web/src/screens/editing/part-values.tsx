/** Values that a queue requests when pages are edited (its setting `ui_edit_values`). */
import type { Queue } from '../../api/types.ts'
import { t } from '../../i18n/index.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import type { Editor } from './editor.ts'
import { isDocument, type Part } from './model.ts'
import { isReread } from './plan.ts'

type Wanted = NonNullable<Queue['settings']['ui_edit_values']>[number]

const keyOf = ({ id }: Wanted): string => (id.startsWith('edit:') ? id : `edit:${id}`)

/** The values that the queue of the document requests. */
const wantedOf = ({ opened }: Editor): Wanted[] =>
  opened.queues.find(({ url }) => url === opened.annotation.queue)?.settings.ui_edit_values ?? []

/** The service stores values of new parts and of parts that it reads again only. */
const takesValues = ({ opened }: Editor, part: Part): boolean =>
  !part.locked &&
  isDocument(part) &&
  isReread(
    part.annotation === null ? undefined : opened.draft.parts.find((one) => one.annotation === part.annotation),
    part,
  )

/** Returns the label of the first required value that is missing in a division; null if there is none. */
export function missingValue(editor: Editor): string | null {
  if (editor.plan.value.kind !== 'edit_pages') return null
  const required = wantedOf(editor).filter((wanted) => wanted.required)
  const parts = editor.draft.value.parts.filter((part) => takesValues(editor, part))
  return required.find((wanted) => parts.some(({ values }) => !values[keyOf(wanted)]))?.label ?? null
}

export function PartValues({ editor, part }: { editor: Editor; part: Part }) {
  if (!takesValues(editor, part)) return null
  return (
    <>
      {wantedOf(editor).map((wanted) => {
        const key = keyOf(wanted)
        const value = part.values[key]
        const set = (text: string) => editor.describe(part.key, { values: withValue(part.values, key, text) })
        const common = { label: wanted.label, hideLabel: true, value: typeof value === 'string' ? value : '' }
        if (!wanted.enum_options)
          return (
            <TextField
              key={key}
              {...common}
              placeholder={wanted.label}
              required={wanted.required ?? false}
              onInput={set}
            />
          )
        const options = [{ value: '', label: t('editing.choose', { label: wanted.label }) }, ...wanted.enum_options]
        return <SelectField key={key} {...common} options={options} onChange={set} />
      })}
    </>
  )
}

function withValue(values: Part['values'], key: string, text: string): Part['values'] {
  const { [key]: _, ...rest } = values
  return text === '' ? rest : { ...rest, [key]: text }
}
