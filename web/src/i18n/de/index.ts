import type { en } from '../en/index.ts'
import { common } from './common.ts'
import { queues } from './queues.ts'

export const de: Record<keyof typeof en, string> = { ...common, ...queues }
