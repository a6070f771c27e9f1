import type { Value } from './values.ts'

/** Names by scope: a comprehension or lambda sees the names around it. */
export class Scope {
  readonly #names: ReadonlyMap<string, Value>
  readonly #outer: Scope | null

  constructor(names: ReadonlyMap<string, Value>, outer: Scope | null) {
    this.#names = names
    this.#outer = outer
  }

  get(name: string): Value | undefined {
    return this.#names.has(name) ? this.#names.get(name) : this.#outer?.get(name)
  }
}

/** A scope whose names the formula sets. */
export class OwnScope extends Scope {
  readonly #own: Map<string, Value>

  constructor(names: Map<string, Value>, outer: Scope) {
    super(names, outer)
    this.#own = names
  }

  set(name: string, value: Value): void {
    this.#own.set(name, value)
  }
}
