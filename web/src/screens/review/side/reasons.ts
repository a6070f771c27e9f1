/** The sentences with which the service explains approvals, in the language of the user. Texts of people, and unknown ones, stay as they are. */
import { t, type Key } from '../../../i18n/index.ts'

/** Clauses inside of other sentences. Groups of the expressions are values of the message. */
const CLAUSES: [RegExp, Key][] = [
  [/(?<name>\S+) is not active/g, 'reasons.inactive'],
  [/(?<name>\S+) has no role that may approve/g, 'reasons.noRole'],
  [/(?<name>\S+) has no access to the queue/g, 'reasons.noQueue'],
  [/(?<name>\S+) has confirmed the annotation/g, 'reasons.confirmed'],
  [/(?<name>\S+) has approved an earlier step of the annotation/g, 'reasons.repeated'],
  [/the schema has no field "(?<name>[^"]+)"/g, 'reasons.noField'],
  [/field "(?<name>[^"]+)" is empty/g, 'reasons.emptyField'],
]

const SENTENCES: [RegExp, Key][] = [
  [
    /The step has no eligible approver\. An administrator must approve it or assign other users: (?<names>.+?)\.(?= |$)/g,
    'reasons.noApprover',
  ],
  [
    /The step has no eligible approver left\. An administrator must approve it or assign other users\./g,
    'reasons.noneLeft',
  ],
  [/Not assigned: (?<names>.+?)\.(?= |$)/g, 'reasons.notAssigned'],
  [/You have confirmed the annotation\./g, 'reasons.youConfirmed'],
  [/You have approved an earlier step of the annotation\./g, 'reasons.youRepeated'],
  [/The step is assigned to others\./g, 'reasons.others'],
  [/Administrators may approve it with a reason\./g, 'reasons.withReason'],
  [/The condition of the step cannot be evaluated: (?<why>.+?)\.(?= |$)/g, 'reasons.undecided'],
  [/The step was changed, but applied when the approval was started\./g, 'reasons.stepChanged'],
  [
    /The values were changed after they had been confirmed, and have to be confirmed and approved again\./g,
    'reasons.valuesChanged',
  ],
  [/The document was deleted for good\./g, 'reasons.deleted'],
  [/The document was deleted on request\./g, 'reasons.deletedOnRequest'],
  [/The queue of the document was deleted\./g, 'reasons.queueDeleted'],
  [
    /It cannot be decided whether the workflow "(?<name>[^"]*)" applies: (?<why>.+?)\.(?= |$)/g,
    'reasons.workflowUnknown',
  ],
  [/It cannot be decided whether the step "(?<name>[^"]*)" applies: (?<why>.+?)\.(?= |$)/g, 'reasons.stepUnknown'],
  [/Approvals are enabled for the queue, but it has no workflow\./g, 'reasons.noWorkflow'],
  [/The workflow "(?<name>[^"]*)" applies, but it has no step\./g, 'reasons.noStep'],
]

/** Returns a text of the service in the language of the user. */
export const inWords = (text: string): string =>
  [...SENTENCES, ...CLAUSES].reduce(
    (known, [pattern, key]) =>
      known.replace(pattern, (...found: unknown[]) => {
        const groups = found.at(-1)
        return t(key, typeof groups === 'object' ? (groups as Record<string, string>) : {})
      }),
    text,
  )
