/** Long work of a process in small parts, between which the event loop serves other requests. */

let last: Promise<void> = Promise.resolve()

/**
 * Resolves in a later turn of the event loop, in the order of the calls and one call per turn: however many long tasks run, other work waits
 * for one part of one of them.
 */
export const nextTurn = (): Promise<void> => (last = last.then(() => new Promise(setImmediate)))
