/** Entity tags: the version of what a response shows. */
import { createHash } from 'node:crypto'
import type { Values } from './field.ts'

export function etagOf(shown: Values): string {
  return `W/"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 27)}"`
}

/** Weak comparison: two representations with one ETag mean the same, but their bytes may differ. */
export function matches(header: string, etag: string): boolean {
  const bare = (text: string) => text.trim().replace(/^W\//, '')
  return header.split(',').some((one) => one.trim() === '*' || bare(one) === bare(etag))
}
