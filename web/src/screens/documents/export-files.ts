/** Downloads of exported values. */
import { pathOf, request, send, type List, type Query } from '../../api/client.ts'
import type { ExportProfile } from '../../api/types.ts'

export const FORMATS = ['csv', 'xlsx', 'xml', 'json'] as const
export type Format = (typeof FORMATS)[number]
/** More ids do not fit into an address. */
export const MAX_IDS = 1000

/** Returns the name in a `Content-Disposition` header. */
export function fileNameOf(header: string | null): string | null {
  const encoded = /filename\*=utf-8''([^;]+)/i.exec(header ?? '')?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="((?:[^"\\]|\\.)*)"/.exec(header ?? '')?.[1]?.replace(/\\(.)/g, '$1') ?? null
}

interface ExportOptions {
  queueId: number
  queueName: string
  format: Format
  /** Id of an export profile, which replaces the format. */
  profile: number | null
  query: Query
  /** Receives the number of bytes so far. */
  onProgress: (bytes: number) => void
  abort: AbortSignal
}

/** Returns the export profiles of a queue that can be used, by name. */
export async function profilesOf(queueId: number): Promise<ExportProfile[]> {
  const query = { queue: queueId, enabled: true, ordering: 'name', page_size: 100 }
  return (await request<List<ExportProfile>>(pathOf('/export_profiles', query))).results
}

/** Exports documents of a queue and returns the file. */
export async function exportFile({
  queueId,
  queueName,
  format,
  profile,
  query,
  onProgress,
  abort,
}: ExportOptions): Promise<File> {
  const isPaged = profile === null && format === 'json'
  const first = pathOf(`/queues/${queueId}/export`, {
    ...(profile === null ? { format } : { profile }),
    ...query,
    ...(isPaged ? { page_size: 100 } : {}),
  })
  const headers = { Accept: '*/*' }
  let received = 0
  const read = async (response: Response): Promise<Blob> => {
    const parts: BlobPart[] = []
    for (const reader = response.body!.getReader(); ;) {
      const { done, value } = await reader.read()
      if (done) break
      parts.push(value)
      onProgress((received += value.length))
    }
    return new Blob(parts, { type: response.headers.get('Content-Type') ?? '' })
  }
  const response = await send(first, { headers, signal: abort })
  const name = fileNameOf(response.headers.get('Content-Disposition')) ?? `${queueName}.${format}`
  const blob = await read(response)
  if (!isPaged) return new File([blob], name, { type: blob.type })
  // JSON comes in pages; one file holds the documents of all of them.
  const results: unknown[] = []
  for (let page = JSON.parse(await blob.text()) as List<unknown>; ;) {
    results.push(...page.results)
    if (page.pagination.next === null) break
    page = JSON.parse(
      await (await read(await send(page.pagination.next, { headers, signal: abort }))).text(),
    ) as typeof page
  }
  return new File([JSON.stringify({ results }, null, 2)], name, { type: 'application/json' })
}

/** Lets the browser save a file. */
export function saveFile(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  // The browser has opened the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
