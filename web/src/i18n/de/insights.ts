import type { insights as en } from '../en/insights.ts'

export const insights: Record<keyof typeof en, string> = {}
