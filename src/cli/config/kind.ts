/** What a kind of objects has to declare to be part of a set-up. */
import type { Rest } from '../client/rest.ts'
import type { Names, Path } from './names.ts'

export type Values = Record<string, unknown>

/** An object as the API returns it. */
export interface ServerObject extends Values {
  id: number
  url: string
}

export interface Kind {
  path: Path
  /** The keys of a file, in their order. */
  keys: readonly string[]
  /** Keys that serve to create an object only: the service keeps its own. */
  onCreate?: readonly string[]
  /** Lists of users to which a push adds those that exist, and from which it removes none. */
  adds?: readonly string[]
  /** Names of users without whom an object is complete: a push that leaves one out says so. */
  peopleIn?(values: Values): string[]
  /** Objects of which a push keeps the keys that a file omits. */
  merges?: readonly string[]
  /** How the service merges such an object; by default at its first level. */
  merge?(stored: Values, given: Values): Values
  /** Whether an object is part of a set-up; all are by default. */
  isKept?(object: ServerObject, names: Names): boolean
  /** What the API requires of a new object besides the values of its file. */
  createdWith?: Values
  /** What files do not contain of an object, such as its secrets. */
  partsOf?(object: ServerObject, rest: Rest): Promise<string[]>
  /** The name by which files refer to an object; numbered if it is not unique. */
  nameOf(values: Values, names: Names): string
  /** What files contain of an object, with names in place of URLs. */
  valuesOf(object: ServerObject, names: Names): Values
  /** What the API expects. Throws Problem for a name that is unknown. */
  bodyOf(values: Values, names: Names): Values
  /** The texts of the files by name. The same values always have the same texts. */
  textsOf(values: Values): Record<string, string>
  /** Reads the files that `textsOf` wrote and people have edited. Throws Problem; `folder` begins its sentences. */
  parse(folder: string, texts: Record<string, string>): Values
}
