/** States of the editor, with undo and redo. States share what has not changed, so that many of them need little memory. */

export interface History<T> {
  readonly past: readonly T[]
  readonly present: T
  readonly future: readonly T[]
  /** Names the last change. Consecutive changes of the same name, such as the keys typed into one field, are one step. */
  readonly name: string | null
}

export const startHistory = <T>(present: T): History<T> => ({ past: [], present, future: [], name: null })

/** Adds a state. A change that returned the same state adds nothing. */
export function record<T>(history: History<T>, next: T, name: string | null = null): History<T> {
  if (next === history.present) return history
  const isSame = name !== null && name === history.name
  return { past: isSame ? history.past : [...history.past, history.present], present: next, future: [], name }
}

export function undo<T>({ past, present, future, ...rest }: History<T>): History<T> {
  if (!past.length) return { past, present, future, ...rest }
  return { past: past.slice(0, -1), present: past.at(-1)!, future: [present, ...future], name: null }
}

export function redo<T>({ past, present, future, ...rest }: History<T>): History<T> {
  if (!future.length) return { past, present, future, ...rest }
  return { past: [...past, present], present: future[0]!, future: future.slice(1), name: null }
}
