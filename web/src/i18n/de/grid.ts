import type { grid as en } from '../en/grid.ts'

export const grid: Record<keyof typeof en, string> = {}
