import type { layouts as en } from '../en/layouts.ts'

export const layouts: Record<keyof typeof en, string> = {}
