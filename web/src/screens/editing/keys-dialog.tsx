/** The keys of the editor. */
import { t, type Key } from '../../i18n/index.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { keyLabel } from '../../ui/keys.ts'

const ALL: readonly [string[], Key][] = [
  [['←', '→', '↑', '↓'], 'editing.keysFocus'],
  [['Space'], 'editing.keysSelect'],
  [['Shift+←', 'Shift+→'], 'editing.keysExtend'],
  [['Ctrl+A', 'Esc'], 'editing.keysAll'],
  [['Alt+←', 'Alt+→', 'Alt+↑', 'Alt+↓'], 'editing.keysMove'],
  [['C'], 'editing.keysCut'],
  [['R', 'Shift+R'], 'editing.keysRotate'],
  [['Delete'], 'editing.keysDelete'],
  [['Enter'], 'editing.keysZoom'],
  [['Z', 'Shift+Z'], 'editing.keysUndo'],
]

/** Keys that an editor without cuts does not have. */
const DIVIDING: readonly Key[] = ['editing.keysCut']

export function KeysDialog({ divides, onClose }: { divides: boolean; onClose: () => void }) {
  return (
    <Dialog title={t('editing.keys')} onClose={onClose}>
      <dl class="keys-list">
        {ALL.filter(([, label]) => divides || !DIVIDING.includes(label)).map(([keys, label]) => (
          <div key={label}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{keyLabel(key)}</kbd>
              ))}
            </dt>
            <dd>{t(label)}</dd>
          </div>
        ))}
      </dl>
      <p class="hint">{t('editing.keysMouse')}</p>
    </Dialog>
  )
}
