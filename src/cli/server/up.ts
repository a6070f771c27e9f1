/** `sheaf up`: runs the whole service on this machine until Ctrl-C or SIGTERM. */
import { loadEnvFile, readConfig } from '../../config.ts'
import { unknownSettings } from '../../unknown-settings.ts'
import type { Stack } from './stack.ts'

/** Describes the addresses of the service for the user; scripts wait for the last line. */
export function describe({ urls, config, hasDemo }: Pick<Stack, 'urls' | 'config' | 'hasDemo'>): string {
  const lines = [
    ['Screen', urls.screen],
    ['API', `${urls.api}/v1`],
    ['Documentation', urls.docs],
    ['Health', urls.health],
    ['Temporal', urls.temporal],
    ...(urls.temporalUi ? [["Temporal's UI", urls.temporalUi]] : []),
    ['PostgreSQL', urls.postgres.replace(/:[^:@/]*@/, ':…@')],
    ['Mail (SMTP)', `${urls.smtp.host}:${urls.smtp.port}`],
    ...(urls.smtp.inbox ? [['Try it with', swaksLine(urls.smtp)]] : []),
    ['Data', config.home],
    ...(hasDemo ? [['Log in with', 'admin@sheaf.example, password sheaf-demo-password']] : []),
  ]
  const width = Math.max(...lines.map(([name]) => name!.length))
  return [...lines.map(([name, value]) => `${name!.padEnd(width)}  ${value}`), `Sheaf is ready at ${urls.api}`].join(
    '\n',
  )
}

const swaksLine = ({ host, port, inbox }: Stack['urls']['smtp']): string =>
  `swaks --server ${host}:${port} --to ${inbox} --attach @examples/documents/alder-finch-invoice.pdf`

const stopRequested = (): Promise<string> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve('Stopping.'))
  })

/** Limits a stop that hangs; the next start ends the remaining processes. */
const STOP_PATIENCE_MS = 60_000

/** Returns the exit code after the stop. */
export async function up(): Promise<number> {
  loadEnvFile()
  const stopping = stopRequested()
  // Before everything else is loaded, so that configuration errors are reported immediately.
  readConfig(process.env, { mode: 'embedded' })
  for (const sentence of unknownSettings()) console.error(sentence)
  const { startStack } = await import('./stack.ts')
  const starting = startStack({ note: (sentence) => console.error(sentence) })
  const early = await Promise.race([starting.then(() => undefined), stopping])
  if (early) console.error(early)
  const stack = await starting
  if (!early) console.log(describe(stack))
  const failure = stack.failed.then((sentence) => ({ sentence, code: 1 }))
  const asked = stopping.then((sentence) => ({ sentence, code: 0 }))
  const { sentence, code } = await Promise.race([failure, asked])
  if (!early) console.error(sentence)
  setTimeout(() => process.exit(1), STOP_PATIENCE_MS).unref()
  await stack.stop()
  return code
}
