import { describe, expect, it } from 'vitest'
import { acceptOf, isAccepted } from '../src/screens/documents/accepted.ts'
import { fits, permittedActions, statusToRestore, type Actor } from '../src/screens/documents/bulk-rules.ts'
import { fileNameOf } from '../src/screens/documents/export-files.ts'
import { runEach } from '../src/screens/documents/run-each.ts'

const annotator: Actor = { url: '/users/2', isAdmin: false, mayReview: true, mayImport: true }
const limited: Actor = { ...annotator, mayImport: false }
const admin: Actor = { ...annotator, url: '/users/1', isAdmin: true }
const viewer: Actor = { ...limited, mayReview: false }
const inStatus = (status: string, modifier: string | null = null) =>
  ({ status, modifier }) as Parameters<typeof fits>[1]

describe('An action on several documents', () => {
  it('is offered by the role of the user', () => {
    expect(permittedActions(viewer)).toEqual([])
    expect(permittedActions(limited)).not.toContain('assign')
    expect(permittedActions(annotator)).not.toContain('purge')
    expect(permittedActions(admin)).toContain('purge')
  })

  it('is possible from the statuses that the API accepts', () => {
    expect(fits('postpone', inStatus('to_review'), annotator)).toBe(true)
    expect(fits('postpone', inStatus('postponed'), annotator)).toBe(false)
    expect(fits('postpone', inStatus('in_workflow'), annotator)).toBe(false)
    expect(fits('delete', inStatus('importing'), annotator)).toBe(false)
    expect(fits('restore', inStatus('deleted'), annotator)).toBe(true)
    expect(fits('retry_export', inStatus('failed_export'), annotator)).toBe(true)
    expect(fits('retry_export', inStatus('failed_import'), annotator)).toBe(false)
    expect(fits('label', inStatus('importing'), annotator)).toBe(true)
    expect(fits('label', inStatus('purged'), annotator)).toBe(false)
  })

  it('that would end a review is possible for the reviewer only', () => {
    expect(fits('delete', inStatus('reviewing', '/users/2'), annotator)).toBe(true)
    expect(fits('delete', inStatus('reviewing', '/users/2'), admin)).toBe(false)
    expect(fits('label', inStatus('reviewing', '/users/2'), admin)).toBe(true)
  })

  it('can be undone if the former status can be reached', () => {
    expect(statusToRestore('to_review')).toBe('to_review')
    expect(statusToRestore('postponed')).toBe('postponed')
    expect(statusToRestore('confirmed')).toBeNull()
  })
})

describe('A run over many objects', () => {
  it('ends with the failures in their order, and does not stop at one', async () => {
    const seen: number[] = []
    const { failures, skipped } = await runEach([1, 2, 3, 4], (item) => {
      seen.push(item)
      return item % 2 ? Promise.reject(new Error(`no ${item}`)) : Promise.resolve()
    })
    expect(seen).toEqual([1, 2, 3, 4])
    expect(failures.map(({ item }) => item)).toEqual([1, 3])
    expect(skipped).toEqual([])
  })

  it('has no more requests at a time than its limit, and reports each end', async () => {
    let [open, most] = [0, 0]
    const progress: number[] = []
    const work = async () => {
      most = Math.max(most, ++open)
      await Promise.resolve()
      open -= 1
    }
    await runEach([1, 2, 3, 4, 5], work, { limit: 2, onProgress: (done) => progress.push(done) })
    expect(most).toBe(2)
    expect(progress).toEqual([1, 2, 3, 4, 5])
  })

  it('begins nothing more after it was stopped', async () => {
    const abort = new AbortController()
    const { skipped } = await runEach([1, 2, 3], () => (abort.abort(), Promise.resolve()), {
      limit: 1,
      abort: abort.signal,
    })
    expect(skipped).toEqual([2, 3])
  })
})

describe('A file', () => {
  it('is accepted by its type, by a wildcard, or if the browser does not know its type', () => {
    expect(isAccepted('application/pdf', [])).toBe(true)
    expect(isAccepted('image/png', ['application/pdf', 'image/*'])).toBe(true)
    expect(isAccepted('text/plain', ['application/pdf', 'image/*'])).toBe(false)
    expect(isAccepted('', ['application/pdf'])).toBe(true)
  })

  it('is chosen among the types of the queue, or else of the service', () => {
    expect(acceptOf(['image/*', 'application/pdf'])).toBe('image/*,application/pdf')
    expect(acceptOf([])).toContain('.docx')
  })

  it('that was exported has the name that the service gives it', () => {
    expect(fileNameOf('attachment; filename="Invoices.csv"')).toBe('Invoices.csv')
    expect(fileNameOf(`attachment; filename="R.csv"; filename*=UTF-8''R%C3%A9.csv`)).toBe('Ré.csv')
    expect(fileNameOf(null)).toBeNull()
  })
})
