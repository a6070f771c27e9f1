import type { documents as en } from '../en/documents.ts'

export const documents: Record<keyof typeof en, string> = {}
