/** `sheaf hooks list` */
import { checkSelection, isSelected, type Context } from './context.ts'
import { align } from '../align.ts'
import { EXIT } from '../problem.ts'

/** Prints the hooks of the server as a table, or with `--json` as a JSON list. */
export async function list(context: Context): Promise<number> {
  const { options, hooks, folder, say } = context
  await checkSelection(context)
  const chosen = hooks.filter((hook) => isSelected(options, folder.slugOfId(hook.id), hook))
  const rows = chosen.map(({ id, type, active, status, name, events }) => ({
    id,
    type,
    state: active ? (status ?? 'active') : 'inactive',
    folder: folder.slugOfId(id) ?? null,
    name,
    events,
  }))
  if (options.json) {
    say(JSON.stringify(rows, null, 2))
    return EXIT.ok
  }
  const cells = rows.map(({ id, type, state, folder: slug, name, events }) => [
    String(id),
    type,
    state,
    slug ?? '-',
    name,
    events.join(', '),
  ])
  for (const line of align([['ID', 'TYPE', 'STATE', 'FOLDER', 'NAME', 'EVENTS'], ...cells])) say(line)
  return EXIT.ok
}
