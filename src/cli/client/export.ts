/** Exports annotations of a queue as a file. */
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { printable, Problem } from '../problem.ts'
import { requireWritable } from '../unreadable.ts'
import type { Rest } from './rest.ts'

export const FORMATS = ['csv', 'json', 'xml', 'xlsx'] as const
export type Format = (typeof FORMATS)[number]

/** Ids in the address of one request. */
const MAX_IDS = 1000

export interface ExportOptions {
  format: Format
  /** Name or id of an export profile, which replaces the format. */
  profile?: string | undefined
  /** Without it, standard output. */
  out?: string | undefined
  status?: string | undefined
  ids?: number[]
}

/** Throws Problem if the result could not be written, or would be unreadable. */
export async function checkExport({
  format,
  out,
  profile,
}: Pick<ExportOptions, 'format' | 'out' | 'profile'>): Promise<void> {
  if (out) await requireWritable(out)
  if (!profile && format === 'xlsx' && !out && process.stdout.isTTY)
    throw new Problem('An XLSX file cannot be shown in a terminal: name a file with --out.')
}

/** Writes the annotations of the queue that the options select. */
export async function exportQueue(rest: Rest, queue: number, options: ExportOptions): Promise<void> {
  const { format, out, profile } = options
  const query = { ...(profile ? { profile } : { format }), ...selectionOf(options) }
  const path = pathOf(queue)
  const source =
    !profile && format === 'json' ? Readable.from(jsonOf(rest, path, query)) : await fileOf(rest, path, query)
  if (!out) return pipeline(source, process.stdout, { end: false })
  // An export that fails midway leaves the file of an earlier one as it was.
  const draft = `${out}.${process.pid}.tmp`
  try {
    await pipeline(source, createWriteStream(draft))
    await rename(draft, out)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Exports a queue, and notes on standard error what was written, or that nothing was. */
export async function exportWithNote(rest: Rest, queue: number, options: ExportOptions): Promise<void> {
  await exportQueue(rest, queue, options)
  const query = new URLSearchParams({ format: 'json', page_size: '1', ...selectionOf(options) }).toString()
  const { pagination } = await rest.send<{ pagination: { total: number } }>('GET', `${pathOf(queue)}?${query}`)
  const { total } = pagination
  const documents = total === 1 ? '1 document' : `${total} documents`
  if (options.out) console.error(printable(`Wrote ${options.out}: ${documents}.`))
  else if (total === 0) console.error('There are no such documents: the export is empty.')
}

const pathOf = (queue: number): string => `queues/${queue}/export`

function selectionOf({ status, ids }: ExportOptions): Record<string, string> {
  if (ids && ids.length > MAX_IDS)
    throw new Problem(`${ids.length} documents are too many for one export: use "sheaf export".`)
  return { ...(status ? { status } : {}), ...(ids ? { id: ids.join(',') } : {}) }
}

async function fileOf(rest: Rest, path: string, query: Record<string, string>): Promise<Readable> {
  const { body, headers } = await rest.download(`${path}?${new URLSearchParams(query).toString()}`)
  const replaced = Number(headers.get('Export-Replaced-Characters') ?? 0)
  if (replaced > 0)
    console.error(`The encoding of the profile lacks ${replaced} of the characters: similar ones are in their place.`)
  if (!body) throw new Problem('The service has sent no file.')
  return Readable.fromWeb(body)
}

/** The service sends JSON in pages: they become one object. */
async function* jsonOf(rest: Rest, path: string, query: Record<string, string>): AsyncGenerator<string> {
  let before = '{"results":[\n'
  for await (const page of rest.pages(path, query))
    for (const one of page) {
      yield before + JSON.stringify(one)
      before = ',\n'
    }
  yield before.startsWith('{') ? `${before}]}\n` : '\n]}\n'
}
