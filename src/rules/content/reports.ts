/** What the formulas of a document report: messages and automation blockers. */
import { bind, Callable, failure, isHost, str, type FormulaError, type Value } from '@sheaf/formula'
import type { DatapointNode } from './types.ts'
import type { Message } from './validate.ts'

/** A reason against automation; `id` is a node, or `all` for the whole document. */
export interface Blocker {
  id: string
  content: string
}

/** Messages and blockers of one document. A formula of a column may report for each of thousands of rows. */
const MAX_REPORTS = 200
/** Characters of a message, as the API contract specifies. */
const MAX_CONTENT = 4096

const KINDS = { show_error: 'error', show_warning: 'warning', show_info: 'info' } as const

export class Reports {
  readonly messages: Message[] = []
  readonly blockers: Blocker[] = []
  readonly #seen = new Set<string>()

  /** Returns `show_error(text, field)` and its relatives for the formula of a node. Without a field they are about the whole document. */
  functions(node: DatapointNode): [string, Value][] {
    const show = (name: keyof typeof KINDS) =>
      reporter(name, (content, id) => this.#show({ id, type: KINDS[name], content, detail: sourceOf(node) }))
    const block = reporter('automation_blocker', (content, id) => {
      if (this.#isNew('blocker', id, content)) this.blockers.push({ id, content: content.slice(0, MAX_CONTENT) })
    })
    return [show('show_error'), show('show_warning'), show('show_info'), block]
  }

  /** Adds the message of a formula that failed. */
  fail(node: DatapointNode, error: FormulaError): void {
    const detail = { ...sourceOf(node), is_exception: true, traceback_line_number: error.place?.line ?? null }
    this.#show({ id: String(node.id), type: 'error', content: error.describe(), detail })
  }

  #show(message: Message): void {
    if (this.#isNew(message.type, message.id, message.content))
      this.messages.push({ ...message, content: message.content.slice(0, MAX_CONTENT) })
  }

  #isNew(...parts: string[]): boolean {
    const key = JSON.stringify(parts)
    if (this.#seen.has(key) || this.#seen.size >= MAX_REPORTS) return false
    this.#seen.add(key)
    return true
  }
}

/** The formula that a message comes from. */
const sourceOf = (node: DatapointNode) => ({
  is_exception: false,
  hook_id: null,
  traceback_line_number: null,
  source_id: node.id,
  source_schema_id: node.schema_id,
})

/** Returns true if a stored message comes from a formula. */
export const isOfFormula = ({ detail }: Pick<Message, 'detail'>): boolean =>
  detail !== undefined && Object.hasOwn(detail, 'source_schema_id')

function reporter(name: string, report: (content: string, id: string) => void): [string, Value] {
  const run = new Callable(name, (args, named) => {
    const [text, field] = bind(name, ['text', 'field'], 1, args, named)
    report(str(text!), targetOf(field))
    return null
  })
  return [name, run]
}

function targetOf(given: Value | undefined): string {
  if (given === undefined || given === null) return 'all'
  const attributes = isHost(given) ? given.attribute('attr') : undefined
  const id = attributes && isHost(attributes) ? attributes.attribute('id') : undefined
  if (typeof id === 'bigint') return String(id)
  throw failure('TypeError', 'the second argument must be a field, such as field.amount_total')
}
