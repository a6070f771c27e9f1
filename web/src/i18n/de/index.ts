import type { en } from '../en/index.ts'
import { admin } from './admin.ts'
import { approvals } from './approvals.ts'
import { common } from './common.ts'
import { documents } from './documents.ts'
import { editing } from './editing.ts'
import { grid } from './grid.ts'
import { insights } from './insights.ts'
import { layouts } from './layouts.ts'
import { pages } from './pages.ts'
import { queues } from './queues.ts'
import { review } from './review.ts'
import { side } from './side.ts'

export const de: Record<keyof typeof en, string> = {
  ...admin,
  ...approvals,
  ...common,
  ...documents,
  ...editing,
  ...grid,
  ...insights,
  ...layouts,
  ...pages,
  ...queues,
  ...review,
  ...side,
}
