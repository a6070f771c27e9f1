/** The thread that checks what customers write in schemas, conditions and patterns; src/sandbox/user-checks.ts limits it. */
import { parentPort } from 'node:worker_threads'
import { checkTriggerCondition } from '../../rules/conditions.ts'
import { errorOfSchema, errorsOfValue } from '../../rules/hook-schemas.ts'
import { checkFileNames } from '../../rules/inbox.ts'
import { checkSchemaContent } from '../../rules/schema-content.ts'

/** What can be checked. All arguments and results are JSON. */
export const userChecks = {
  schemaContent: checkSchemaContent,
  settingsSchema: errorOfSchema,
  settings: errorsOfValue,
  triggerCondition: checkTriggerCondition,
  fileNames: checkFileNames,
}
export type UserCheckTypes = typeof userChecks
export type UserCheckName = keyof UserCheckTypes

export interface CheckJob {
  name: UserCheckName
  args: unknown[]
}

/** The answer to a job: its result, or the failure of the check itself. */
export type CheckReply = { result: unknown } | { failure: 'too_costly' } | { failure: 'broken'; message: string }

function reply({ name, args }: CheckJob): CheckReply {
  try {
    return { result: (userChecks[name] as (...given: unknown[]) => unknown)(...args) }
  } catch (error) {
    // A stack overflow.
    if (error instanceof RangeError) return { failure: 'too_costly' }
    return { failure: 'broken', message: String((error as Error).stack) }
  }
}

parentPort?.on('message', (job: CheckJob) => parentPort!.postMessage(reply(job)))
parentPort?.postMessage('ready')
