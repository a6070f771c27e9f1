import { command, group } from '../command.ts'
import { JSON_OUTPUT } from '../client/options.ts'
import { EXIT, say, sayJson } from '../problem.ts'

const verify = command({
  usage: 'verify',
  purpose: 'Verify that the audit logs were not tampered with',
  details: `The service seals the records of each day (UTC) in a hash chain with SECRETS_KEY, three hours after the end of the day. For each
organization, this command reports the first day that fails verification: a record was changed, deleted or added, or the day is
not in the chain. Store the output of --json outside of the server: with --anchors, later checks also detect truncated and
replaced chains. docs/audit.md describes what the chain proves.

Uses the database of DATABASE_URL and SECRETS_KEY, or the running stack of "sheaf up" in SHEAF_HOME. Changes nothing.
Exit code 1 if a log fails verification.`,
  examples: [
    ['sheaf audit verify', 'verify the logs of all organizations'],
    ['sheaf audit verify --json > anchors.json', 'verify, and store the last hash of each chain'],
    ['sheaf audit verify --anchors anchors.json', 'also compare with an earlier check'],
  ],
  options: {
    organization: { type: 'string', describe: 'Verify only the organization with this id' },
    anchors: { type: 'string', describe: 'Output of an earlier check with --json' },
    ...JSON_OUTPUT,
  },
  run: async ({ organization, anchors, json }) => {
    const { describe, verifyAll } = await import('../server/verify-audit.ts')
    const logs = await verifyAll({ organization, anchors }, (log) => {
      if (!json) say(describe(log))
    })
    if (json) sayJson(logs)
    return logs.some(({ problem }) => problem) ? EXIT.different : EXIT.ok
  },
})

export const audit = group('audit', 'Verify the audit logs, on the server', [verify])
