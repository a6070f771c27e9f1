/** Options that several commands have. */
import type { ConnectionOptions } from './connection.ts'
import type { Rest } from './rest.ts'

const about = { type: 'string', group: 'Connection:' } as const

/** Where the service is and who calls it. */
export const CONNECTION = {
  url: {
    ...about,
    describe: 'SHEAF_URL; by default the service of this machine, on PORT or 8090',
  },
  token: { ...about, describe: 'SHEAF_TOKEN; or run "sheaf login" once' },
  username: { ...about, describe: 'SHEAF_USERNAME' },
  password: { ...about, describe: 'SHEAF_PASSWORD; other users of the machine may see options: prefer the variable' },
  config: { ...about, describe: 'SHEAF_CONFIG: file with these values; by default ~/.config/sheaf/config.json' },
} as const

export const JSON_OUTPUT = { json: { type: 'boolean', default: false, describe: 'Print JSON' } } as const

export const DRY_RUN = {
  'dry-run': { type: 'boolean', alias: 'n', default: false, describe: 'Only print what would be done' },
} as const

/** Connects to the service that the options, the environment or the stored login name. */
export async function connect(options: ConnectionOptions): Promise<Rest> {
  const [{ findConnection }, { openRest }] = await Promise.all([import('./connection.ts'), import('./rest.ts')])
  return openRest(await findConnection(options, process.env))
}
