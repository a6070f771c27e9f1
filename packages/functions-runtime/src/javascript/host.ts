// The files of this folder run inside the isolate of each call, before the author's code. They use nothing of Node.

/** An operation of the host: src/sandbox/functions/javascript/run.ts and host.ts. */
export type Host = (what: string, first?: string | number, second?: string | number) => string | undefined

let connected: Host = () => undefined

export const host: Host = (what, first, second) => connected(what, first, second)

export function connect(callback: Host): void {
  connected = callback
}

/** Defines a global like those of the runtime: writable and not enumerable. */
export function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false })
}

/** Defines a global that is made when it is first used. */
export function defineLazily(name: string, make: () => unknown): void {
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get: () => {
      define(name, make())
      return Reflect.get(globalThis, name)
    },
    set: (value) => define(name, value),
  })
}
