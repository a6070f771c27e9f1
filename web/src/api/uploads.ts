/** Uploads of files, with their progress. */
import { ApiError, API, credentials, expired } from './client.ts'

/**
 * Uploads one file to a queue and returns the URL of its task. `onProgress` receives the sent share, 0 to 1. Throws ApiError.
 * XMLHttpRequest, because `fetch` reports no progress of request bodies.
 */
export function uploadFile(
  queueId: number,
  file: File,
  onProgress: (share: number) => void,
  abort: AbortSignal,
): Promise<{ url: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${API}/uploads?queue=${queueId}`)
    for (const [name, value] of Object.entries(credentials('POST'))) request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    request.onload = () => {
      if (request.status < 300) return resolve(request.response as { url: string })
      if (request.status === 401) expired.value = true
      reject(new ApiError(request.status, (request.response ?? {}) as Record<string, unknown>))
    }
    request.onerror = () => reject(new ApiError(0, {}))
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    abort.addEventListener('abort', () => request.abort(), { once: true })
    const form = new FormData()
    form.append('content', file, file.name)
    request.send(form)
  })
}
