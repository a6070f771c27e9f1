/** One sample for each resource, in a file per family. The contract suite fails for a resource without a sample. */
import { annotationSide } from './annotation-side.ts'
import { core } from './core.ts'
import { emails } from './emails.ts'
import { engines } from './engines.ts'
import { memberships } from './memberships.ts'
import { hooks } from './hooks.ts'
import { rules } from './rules.ts'
import { signOn } from './sign-on.ts'
import type { Samples } from './sample.ts'

export const samples: Samples = {
  ...core,
  ...emails,
  ...annotationSide,
  ...engines,
  ...hooks,
  ...rules,
  ...memberships,
  ...signOn,
}
