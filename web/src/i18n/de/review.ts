import type { review as en } from '../en/review.ts'

export const review: Record<keyof typeof en, string> = {}
