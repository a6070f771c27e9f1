import type { editing as en } from '../en/editing.ts'

export const editing: Record<keyof typeof en, string> = {}
