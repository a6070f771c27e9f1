import { command } from '../command.ts'
import { JSON_OUTPUT } from '../client/options.ts'
import { EXIT, sayJson } from '../problem.ts'

export const rotateKeys = command({
  usage: 'rotate-keys',
  purpose: 'Encrypt all secrets with the current SECRETS_KEY',
  details: `Encrypts everything that SECRETS_KEY_PREVIOUS protects with SECRETS_KEY: secrets of hooks, connectors, OpenID providers, mailboxes and
deliveries of exports, queued messages, kept responses, and seals of the audit log. Set both as for the service. Safe while the service runs, to interrupt and to repeat.
docs/production.md, "Replacing keys", describes the other steps.

Uses the database of DATABASE_URL, or the running stack of "sheaf up" in SHEAF_HOME.
Exit code 1 if a value cannot be decrypted with either key.`,
  examples: [
    ['sheaf rotate-keys', 'with SECRETS_KEY and SECRETS_KEY_PREVIOUS in .env'],
    ['sheaf rotate-keys --lost', 'after the loss of SECRETS_KEY: the service starts with the new one'],
  ],
  options: {
    ...JSON_OUTPUT,
    lost: {
      type: 'boolean',
      default: false,
      describe: 'The previous key is lost: accept SECRETS_KEY, and list the secrets that must be set again',
    },
  },
  run: async ({ json, lost }) => {
    const { describe, rotate } = await import('../server/rotate-keys.ts')
    const done = await rotate((state) => console.error(`${describe(state)} so far`), { isLost: lost })
    if (json) sayJson(done)
    else console.log(done.map(describe).join('\n'))
    return done.some(({ unreadable }) => unreadable.length) ? EXIT.different : EXIT.ok
  },
})
