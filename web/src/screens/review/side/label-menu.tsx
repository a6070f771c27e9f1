/** The labels of the annotation, in the toolbar: chips, and a menu to add, remove and create labels. */
import { useRef, useState } from 'preact/hooks'
import { isEmbedded } from '../../../api/client.ts'
import { isAdmin } from '../../../app/session.ts'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/button.tsx'
import { useCommands } from '../../../ui/commands.tsx'
import { showError } from '../../../ui/toasts.tsx'
import type { Review } from '../store/review.ts'
import { LABEL_COLORS, nextColor } from './colors.ts'
import { Chip, LabelChips } from './label-chips.tsx'
import { applyLabel, createLabel, labels, labelsAt } from './labels.ts'
import { PickMenu } from './pick-menu.tsx'
import { mayLabel } from './rights.ts'

/** Labels that fit into the toolbar. */
const SHOWN = 2

export function LabelMenu({ review }: { review: Review }) {
  if (isEmbedded()) return null
  const urls = review.annotation.value.labels
  return mayLabel(review) ? <Editable review={review} urls={urls} /> : <LabelChips urls={urls} most={SHOWN} />
}

function Editable({ review, urls }: { review: Review; urls: readonly string[] }) {
  const open = useRef<(() => void) | null>(null)
  useCommands([
    {
      id: 'side.labels',
      label: t('side.editLabels'),
      group: t('side.group'),
      keys: ['Alt+L'],
      run: () => open.current?.(),
    },
  ])
  /** The colour chosen for a new label; null before a choice. */
  const [chosen, setChosen] = useState<string | null>(null)
  const known = labels.value.value
  const color = chosen ?? nextColor((known ?? []).map((label) => label.color))
  const create = async (name: string): Promise<boolean> => {
    try {
      await createLabel(review, name, color)
      setChosen(null)
      return true
    } catch (error) {
      showError(error)
      return false
    }
  }
  const shown = labelsAt(urls)
  const names = shown.map(({ name }) => name).join(', ')
  const choices = known?.map((label) => ({
    id: label.url,
    label: label.name,
    view: <Chip label={label} />,
    chosen: urls.includes(label.url),
  }))
  return (
    <PickMenu
      openRef={open}
      button={{
        kind: 'quiet',
        icon: 'label',
        label: names ? t('side.labelsAre', { names }) : t('side.editLabels'),
        keys: 'Alt+L',
        children: shown.length ? <LabelChips urls={urls} most={SHOWN} /> : undefined,
      }}
      title={t('side.labels')}
      searchLabel={t('side.findLabel')}
      choices={choices}
      empty={t(isAdmin.value ? 'side.noLabelAdmin' : known?.length ? 'side.noLabel' : 'side.noLabels')}
      onOpen={() => void labels.load()}
      onToggle={(url, isChosen) => void applyLabel(review, url, isChosen)}
      onEnter={(text) => {
        if (isAdmin.value && text) void create(text)
      }}
      footer={(text, { clear }) =>
        isAdmin.value && (
          <NewLabel
            name={text}
            color={color}
            onColor={setChosen}
            onCreate={() => void create(text).then((isDone) => isDone && clear())}
          />
        )
      }
    />
  )
}

interface NewLabelProps {
  name: string
  color: string
  onColor: (color: string) => void
  onCreate: () => void
}

/** Offers to create a label with the text of the search. */
function NewLabel({ name, color, onColor, onCreate }: NewLabelProps) {
  const exists = labels.value.value?.some((label) => label.name.toLowerCase() === name.toLowerCase())
  if (!name || exists) return null
  return (
    <fieldset class="pick-new">
      <legend>{t('side.newLabel')}</legend>
      <Chip label={{ name, color }} />
      <div class="label-swatches">
        {LABEL_COLORS.map((one, index) => (
          <input
            key={one}
            type="radio"
            name="label-color"
            aria-label={t('side.color', { number: index + 1 })}
            checked={one === color}
            style={{ background: one }}
            onChange={() => onColor(one)}
          />
        ))}
      </div>
      <Button icon="add" onClick={onCreate}>
        {t('side.createLabel')}
      </Button>
    </fieldset>
  )
}
