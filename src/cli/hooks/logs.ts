/** `sheaf hooks logs`: the newest log records of calls. */
import { checkSelection, isSelected, type Context } from './context.ts'
import { EXIT } from '../problem.ts'

interface Log {
  start: string
  uuid: string
  hook_id: number
  event: string
  action: string
  status: string
  message: string
  output?: string
}

const MAX_LOGS = 20

/** Prints the newest records of the selected hooks, oldest first, each with the id of its call and what the function has printed. */
export async function logs(context: Context): Promise<number> {
  const { options, rest, hooks, folder, say } = context
  await checkSelection(context)
  const chosen = hooks.filter((hook) => isSelected(options, folder.slugOfId(hook.id), hook))
  const query: Record<string, string> = options.hook?.length ? { hook: chosen.map(({ id }) => id).join(',') } : {}
  const found = options.hook?.length && !chosen.length ? [] : await rest.all<Log>('hooks/logs', query, MAX_LOGS)
  if (options.json) {
    say(JSON.stringify(found.reverse(), null, 2))
    return EXIT.ok
  }
  for (const { start, uuid, hook_id, event, action, status, message, output } of found.reverse()) {
    const name = hooks.find(({ id }) => id === hook_id)?.name ?? `hook ${hook_id}`
    say(`${start}  ${uuid}  ${name}  ${event}.${action}  ${status}  ${message}`)
    if (output) say(output.replace(/^/gm, '  '))
  }
  return EXIT.ok
}
