/** Changes of content outside and inside of reviews. */
import { reconsider } from '../../approvals/reconsider.ts'
import { transact, type Transactor } from '../../outbox/transaction.ts'
import { changeTree } from './contents.ts'
import type { Content } from './contents.ts'
import { lockAnnotation } from '../status/lock.ts'

/** Like `changeTree`; an annotation whose approved values it changes is returned to review. */
export const changeContent = (deps: Transactor, ...args: Rest<Parameters<typeof changeTree>>): Promise<Content> =>
  transact(deps, async (tx) => {
    const content = await changeTree(tx, ...args)
    const { status } = await lockAnnotation(tx, args[1])
    await reconsider(tx, args[1], status)
    return content
  })

type Rest<T> = T extends [unknown, ...infer Others] ? Others : never
