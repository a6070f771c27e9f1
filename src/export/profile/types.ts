import type { ContentTree } from '../../rules/content/index.ts'
import type { Property } from '../../rules/export-profiles/types.ts'
import type { SchemaContent } from '../../rules/schema/index.ts'

/** A document as export profiles read it. */
export interface ProfileDocument {
  id: number
  /** By the names of properties, apart from those that depend on the line or the archive. */
  properties: Record<Exclude<Property, 'archive_name' | 'line_number'>, string>
  metadata: Record<string, unknown>
  schema: SchemaContent
  tree: ContentTree
  archive_name: string
}

/** What prevents a file from being written: the document, the column, and the reason. */
export interface Problem {
  document: number
  sentence: string
}

/** Problems that an answer names. */
export const MAX_PROBLEMS = 20

/** A file of a profile cannot be written, because values of documents cannot. */
export class ExportProblems extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ document, sentence }) => `Document ${document}: ${sentence}`).join(' '))
    this.name = 'ExportProblems'
    this.problems = problems
  }
}
