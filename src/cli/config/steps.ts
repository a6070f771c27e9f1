/** Steps of approvals in a push: a workflow never gets fewer of them than its files say without stopping documents. */
import { Problem } from '../problem.ts'
import type { Values } from './kinds.ts'

/**
 * Creates a step. Without approvers if they do not exist or may not approve here: documents wait at such a step, whereas a workflow without
 * it would let them pass. Notes the workflow as incomplete if the step cannot be created at all. Throws the Problem in both cases.
 */
export async function withoutApprovers(
  values: Values,
  create: (values: Values) => Promise<string>,
  incomplete: Set<string>,
): Promise<string> {
  try {
    return await create(values)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    try {
      await create({ ...values, assignees: [] })
    } catch (second) {
      if (!(second instanceof Problem)) throw second
      incomplete.add(String(values['workflow']))
      throw error
    }
    throw new Problem(`${error.message}\nthe step has no approvers here, so that documents wait at it`)
  }
}

/** Throws Problem if a queue would use a workflow that lacks a step: documents would pass without its approval. */
export function assertSteps({ workflows }: Values, incomplete: ReadonlySet<string>): void {
  const used = Array.isArray(workflows) ? workflows : []
  for (const { url } of used as { url?: { name?: unknown } }[]) {
    const name = String(url?.name)
    if (incomplete.has(name)) throw new Problem(`a step of the workflow ${name} was refused`)
  }
}
