// `npm run rotate-keys`: encrypts all secrets with the current SECRETS_KEY.
import { parseArgs } from 'node:util'
import { openDatabase } from '../../db/knex.ts'
import { ConfigError } from '../config.ts'
import { rotateKeys, type Rotated } from '../domain/requests/rotate-keys.ts'
import { configureBeside } from './configure.ts'

const HELP = `npm run rotate-keys

Encrypts everything that SECRETS_KEY_PREVIOUS protects (secrets of hooks, connectors and OpenID providers, queued messages, kept responses)
with SECRETS_KEY. Set both as for the service. Safe while the service runs, to interrupt and to repeat. Exits with code 1 if a value cannot
be decrypted with either key. docs/production.md, "Replacing keys", describes the other steps.

  --help   show this text

Uses the database of DATABASE_URL, or the running stack of "npm start" in SHEAF_HOME.`

const describe = ({ table, column, changed, current, unreadable }: Rotated): string => {
  const ids = unreadable.slice(0, 10).join(', ')
  const lost = unreadable.length ? `, ${unreadable.length} cannot be decrypted (ids ${ids})` : ''
  return `${table}.${column}: ${changed} encrypted with the new key, ${current} already were${lost}`
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { help: { type: 'boolean' } } })
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const config = configureBeside()
  if (!config.secretsKeyPrevious) {
    console.error('SECRETS_KEY_PREVIOUS must be set to the key that SECRETS_KEY replaces.')
    return 1
  }
  const db = openDatabase(config.databaseUrl, { poolMax: 2, name: 'sheaf-rotate-keys' })
  try {
    const done = await rotateKeys(db, config, (state) => console.error(describe(state)))
    console.log(done.map(describe).join('\n'))
    return done.some(({ unreadable }) => unreadable.length) ? 1 : 0
  } finally {
    await db.destroy()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}
