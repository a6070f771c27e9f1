import { command } from '../command.ts'
import { JSON_OUTPUT } from '../client/options.ts'
import { EXIT } from '../problem.ts'

const MARKS = { ok: 'ok     ', warning: 'note   ', missing: 'MISSING' }

export const doctor = command({
  usage: 'doctor',
  purpose: 'Check what the service needs, and say how to fix what is missing',
  details: `Checks the settings, the servers they name, the workers, the isolation of the processes that open documents, the models and
the free space. Changes nothing. Uses the servers of DATABASE_URL and TEMPORAL_ADDRESS, or the stack of "sheaf up" in SHEAF_HOME.

Exit code 0 if the service can work, 1 if something is missing.`,
  examples: [
    ['sheaf doctor', 'check the service of this machine'],
    ['sheaf doctor --json', 'print a JSON array of {name, status, sentence}'],
  ],
  options: JSON_OUTPUT,
  run: async ({ json }) => {
    const findings = await (await import('../server/doctor.ts')).examineHere()
    if (json) console.log(JSON.stringify(findings, null, 2))
    else
      for (const { name, status, sentence } of findings) console.log(`${MARKS[status]}  ${name.padEnd(9)}  ${sentence}`)
    return findings.some(({ status }) => status === 'missing') ? EXIT.different : EXIT.ok
  },
})
