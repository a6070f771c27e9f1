import type { side as en } from '../en/side.ts'

export const side: Record<keyof typeof en, string> = {}
