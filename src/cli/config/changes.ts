/** What a push would change of an object. */
import { isDeepStrictEqual } from 'node:util'
import { sorted } from '../hooks/layout.ts'
import { Problem } from '../problem.ts'
import { merged, type Item } from './items.ts'
import type { Kind, Values } from './kinds.ts'
import type { Names } from './names.ts'

const isSame = (a: unknown, b: unknown): boolean => isDeepStrictEqual(sorted(a), sorted(b))

/** The local values that differ. Two names of the same object are no difference. */
export function changesOf(kind: Kind, local: Item, server: Item, names: Names): Values {
  const differing = Object.entries(merged(kind, local.values, server.values, names)).filter(
    ([key, value]) => !isSame(value, server.values[key]),
  )
  const meansSame = ([key, value]: [string, unknown]) => {
    const [ours, theirs] = [{ [key]: value }, { [key]: server.values[key] }].map((one) => sent(kind, one, names))
    return ours && theirs && Object.keys(ours).length > 0 && isSame(ours, theirs)
  }
  return Object.fromEntries(differing.filter((one) => !meansSame(one)))
}

/** What the API would receive; null for a name that is unknown. */
function sent(kind: Kind, values: Values, names: Names): Values | null {
  try {
    return kind.bodyOf(values, names)
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}
