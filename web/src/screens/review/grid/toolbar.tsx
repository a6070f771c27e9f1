/** The bar above a table: the most frequent actions as buttons, all of them in a menu. */
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import type { GridCommand } from './commands.ts'
import type { TableStore } from './table-store.ts'

/** With their name; the others show it as a tooltip. */
const NAMED = ['grid.add', 'grid.columns']
const SHOWN = ['grid.add', 'grid.columns', 'grid.copyDown', 'grid.join', 'grid.check', 'grid.remove']

export function Toolbar({ store, commands }: { store: TableStore; commands: readonly GridCommand[] }) {
  const { table } = store.selection
  const shown = SHOWN.flatMap((id) => commands.find((command) => command.id === id) ?? [])
  return (
    <div class="grid-toolbar" role="toolbar" aria-label={t('grid.toolbar', { table: table.value.schema.label })}>
      <h2>{table.value.schema.label}</h2>
      <span class="count">{t('grid.rows', { count: table.value.rows.length })}</span>
      <div class="end">
        {shown.map(({ id, label, icon, keys, enabled, run }) => {
          const common = { kind: 'quiet', label, keys: keys?.[0], disabled: enabled === false, onClick: run } as const
          return NAMED.includes(id) ? (
            <Button key={id} {...common} icon={icon}>
              {label}
            </Button>
          ) : (
            <Button key={id} {...common} icon={icon} />
          )
        })}
        <Menu button={{ kind: 'quiet', icon: 'more', label: t('grid.more') }} items={menuItems(commands)} />
      </div>
    </div>
  )
}

/** Returns commands as items of a menu. */
export const menuItems = (commands: readonly GridCommand[]): (MenuItem | null)[] =>
  commands.flatMap(({ begins, label, icon, keys, enabled, danger, run }, index) => {
    const item: MenuItem = {
      label,
      ...(icon ? { icon } : {}),
      ...(keys ? { keys: keys[0]! } : {}),
      disabled: enabled === false,
      danger: danger ?? false,
      run,
    }
    return begins && index > 0 ? [null, item] : [item]
  })
