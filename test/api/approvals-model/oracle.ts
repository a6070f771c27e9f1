/** Decides after every action of the model whether a document was confirmed or exported without the approvals that it needed. */
import { requiredSteps, type Configuration, type Document } from './world.ts'

const CLEARED = ['confirmed', 'exporting', 'exported', 'failed_export']

export interface Approval {
  annotation: number
  step: number
  user: number
  /** An administrator gave a reason. */
  override: boolean
}

/** An approval under way: what it needed at its start, and who approved which step with which amount. */
interface Run {
  workflow: number
  steps: number[]
  amount: string | null
  confirmed_by: number | null
  given: (Approval & { amount: string | null })[]
}

export class Oracle {
  readonly #runs = new Map<number, Run>()
  /** The values that may be exported, as `<queue> <amount>`, by document. */
  readonly #released = new Map<number, Set<string>>()
  /** Documents that were exported after an approval, and without one. */
  readonly figures = { approved: 0, unneeded: 0, bypassed: 0 }

  /** Compares the documents before and after an action, of which `before` and `after` are the configurations. */
  check(
    documents: { before: Map<number, Document>; after: Map<number, Document> },
    configurations: { before: Configuration; after: Configuration },
    { approval, bypass, copied }: { approval?: Approval; bypass?: number; copied?: number } = {},
  ): void {
    for (const document of documents.after.values()) {
      const former = documents.before.get(document.id)
      const original = copied === undefined || former ? undefined : this.#released.get(copied)
      if (original) this.#released.set(document.id, new Set(original))
      if (approval?.annotation === document.id && former) this.#approve(approval, former, configurations.before)
      if (document.status === 'in_workflow' && former?.status !== 'in_workflow')
        this.#start(document, configurations.before)
      if (CLEARED.includes(document.status)) this.#assertReleased(document, former, configurations, bypass)
      if (document.status !== 'in_workflow') this.#runs.delete(document.id)
    }
  }

  #start(document: Document, configuration: Configuration): void {
    const needed = requiredSteps(configuration, document)
    if (needed === 'unknown')
      throw new Error(`${describe(document)} is in approval, but its steps cannot be determined`)
    if (needed.workflow === null) throw new Error(`${describe(document)} is in approval, but needs none`)
    const { amount, confirmed_by } = document
    this.#runs.set(document.id, { workflow: needed.workflow, steps: needed.steps, amount, confirmed_by, given: [] })
  }

  #approve(approval: Approval, { amount }: Document, { workflows }: Configuration): void {
    const run = this.#runs.get(approval.annotation)
    if (!run) throw new Error(`an approval of ${approval.annotation}, which is not in approval`)
    const { mayConfirm, mayRepeat } = workflows.get(run.workflow)!
    const { user, step, override } = approval
    if (!override && !mayConfirm && user === run.confirmed_by)
      throw new Error(`user ${user} approved ${approval.annotation}, which they had confirmed`)
    if (!override && !mayRepeat && run.given.some((one) => one.user === user && one.step !== step))
      throw new Error(`user ${user} approved two steps of ${approval.annotation}`)
    run.given.push({ ...approval, amount })
  }

  #assertReleased(
    document: Document,
    former: Document | undefined,
    { before, after }: { before: Configuration; after: Configuration },
    bypass: number | undefined,
  ): void {
    const key = `${document.queue_id} ${document.amount}`
    const released = this.#released.get(document.id) ?? new Set()
    this.#released.set(document.id, released)
    if (released.has(key)) return
    // What left the service with approved values may be changed there.
    if (document.status === 'exported' && former?.status === 'exported') return
    const run = this.#runs.get(document.id)
    const isFree = [before, after].some((one) => {
      const needed = requiredSteps(one, document)
      return needed !== 'unknown' && needed.steps.length === 0
    })
    if (run) {
      const missing = run.steps.filter(
        (step) => !run.given.some((one) => one.step === step && one.amount === document.amount),
      )
      if (run.amount !== document.amount || missing.length > 0)
        throw new Error(`${describe(document)} without the approval of the steps ${missing.join(', ')}`)
      this.figures.approved++
    } else if (bypass === document.id) this.figures.bypassed++
    else if (isFree) this.figures.unneeded++
    else throw new Error(`${describe(document)} without an approval, although its amount needs one`)
    released.add(key)
  }
}

const describe = ({ id, status, amount, queue_id }: Document): string =>
  `annotation ${id} of queue ${queue_id} is ${status} with the amount ${amount}`
