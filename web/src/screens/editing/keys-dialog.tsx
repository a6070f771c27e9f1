/** The keys of the editor. */
import { t, type Key } from '../../i18n/index.ts'
import { Dialog } from '../../ui/dialog.tsx'

const ALL: readonly [string[], Key][] = [
  [['←', '→', '↑', '↓'], 'editing.keysFocus'],
  [['Space'], 'editing.keysSelect'],
  [['Shift+←', 'Shift+→'], 'editing.keysExtend'],
  [['Ctrl+A', 'Esc'], 'editing.keysAll'],
  [['Alt+←', 'Alt+→', 'Alt+↑', 'Alt+↓'], 'editing.keysMove'],
  [['C'], 'editing.keysCut'],
  [['R', 'Shift+R'], 'editing.keysRotate'],
  [['Del'], 'editing.keysDelete'],
  [['Enter'], 'editing.keysZoom'],
  [['Z', 'Shift+Z'], 'editing.keysUndo'],
]

/** Keys that an editor without cuts does not have. */
const DIVIDING: readonly Key[] = ['editing.keysCut']

const NAMES: Record<string, Key> = {
  Space: 'editing.keySpace',
  Shift: 'editing.keyShift',
  Ctrl: 'editing.keyCtrl',
  Del: 'editing.keyDel',
}

/** Returns keys as they are printed on keyboards of the language. */
const localKeys = (keys: string): string =>
  keys
    .split('+')
    .map((key) => (NAMES[key] ? t(NAMES[key]) : key))
    .join('+')

export function KeysDialog({ divides, onClose }: { divides: boolean; onClose: () => void }) {
  return (
    <Dialog title={t('editing.keys')} onClose={onClose}>
      <dl class="keys-list">
        {ALL.filter(([, label]) => divides || !DIVIDING.includes(label)).map(([keys, label]) => (
          <div key={label}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{localKeys(key)}</kbd>
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
