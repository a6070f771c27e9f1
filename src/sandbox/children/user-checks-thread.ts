/** The thread that checks what customers write in schemas, conditions and patterns; src/sandbox/user-checks.ts limits it. */
import { checkTriggerCondition } from '../../rules/conditions/index.ts'
import { errorOfSchema, errorsOfValue } from '../../rules/hooks/settings-schema.ts'
import { checkFileNames } from '../../rules/mail/inbox.ts'
import { checkSchemaContent } from '../../rules/schema/index.ts'
import { answerChecks } from './answer-checks.ts'

/** What can be checked. */
const userChecks = {
  schemaContent: checkSchemaContent,
  settingsSchema: errorOfSchema,
  settings: errorsOfValue,
  triggerCondition: checkTriggerCondition,
  fileNames: checkFileNames,
}
export type UserCheckTypes = typeof userChecks
export type UserCheckName = keyof UserCheckTypes

answerChecks(userChecks)
