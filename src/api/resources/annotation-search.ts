/** Search and export of annotations across queues (filled-gaps 3.7, 3.8). */
import type { Action } from '../resource/define.ts'
import { exportEverywhere } from '../routes/export.ts'
import { can } from './access.ts'

export const searchActions: Action[] = (['get', 'post'] as const).map((method) => ({
  method,
  path: 'export',
  summary: 'Export annotations of all queues as JSON, XML, CSV or XLSX; all list filters apply.',
  may: can('read'),
  basic: true,
  responds: { status: 200, body: 'application/octet-stream' },
  handle: exportEverywhere,
}))
