import { command, group } from '../command.ts'
import { JSON_OUTPUT } from '../client/options.ts'
import { EXIT, say, sayJson } from '../problem.ts'

const verify = command({
  usage: 'verify',
  purpose: 'Check that the audit logs were not altered',
  details: `The service seals the records of each day with SECRETS_KEY in a chain, some hours after the end of the day (UTC). For each
organization, names the first day that does not fit: a record was changed, is missing or was added, or the day is not in the chain.
The output of --json names the end of each chain. Keep it outside of the server: with --anchors, later checks also notice that the
end of a chain was cut off or made anew. docs/audit.md describes what the chain proves.

Uses the database of DATABASE_URL and SECRETS_KEY, or the running stack of "sheaf up" in SHEAF_HOME. Changes nothing.
Exit code 1 if a log does not fit.`,
  examples: [
    ['sheaf audit verify', 'check all organizations'],
    ['sheaf audit verify --json > anchors.json', 'check, and keep the ends of the chains'],
    ['sheaf audit verify --anchors anchors.json', 'also compare with an earlier check'],
  ],
  options: {
    organization: { type: 'string', describe: 'Check only the organization with this id' },
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

export const audit = group('audit', 'Check the audit logs, on the server', [verify])
