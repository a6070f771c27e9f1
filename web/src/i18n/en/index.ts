import { common } from './common.ts'
import { queues } from './queues.ts'

export const en = { ...common, ...queues }
