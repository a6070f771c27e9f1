import type { ExportSettings } from '../types.ts'

/** A profile for a program, from the public description of its import format. It reads the fields of the invoice templates of queues. */
export interface ExportTemplate {
  name: string
  title: string
  description: string
  settings: Partial<ExportSettings> & Pick<ExportSettings, 'columns'>
}
