/** For every resource one sample; the contract suite refuses a resource without. A family of resources has a file. */
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
