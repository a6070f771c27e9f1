import './support/browser.ts'
import { describe, expect, it } from 'vitest'
import { idOf, pathOf, textOf } from '../src/api/client.ts'
import { parseEvents } from '../src/api/events.ts'
import { safeUrl } from '../src/app/embedded.ts'
import { matchPath } from '../src/app/router.ts'

describe('pathOf', () => {
  it('keeps the path of URLs of the API, whichever origin they name', () => {
    expect(pathOf('https://api.example.com/api/v1/pages/3')).toBe('/api/v1/pages/3')
    expect(pathOf('/queues')).toBe('/api/v1/queues')
  })

  it('adds values to an existing query and leaves out empty ones', () => {
    expect(pathOf('/api/v1/queues?cursor=x', { page_size: 100, search: '', status: [] })).toBe(
      '/api/v1/queues?cursor=x&page_size=100',
    )
    expect(pathOf('/annotations', { status: ['to_review', 'postponed'] })).toBe(
      '/api/v1/annotations?status=to_review%2Cpostponed',
    )
  })
})

it('reads ids from URLs', () => {
  expect([idOf('https://x/api/v1/users/12'), idOf(null), idOf('https://x/api/v1/users')]).toEqual([12, 0, 0])
})

describe('textOf', () => {
  it.each([
    [{ detail: 'Not found.', code: 'not_found' }, 'Not found.'],
    [{ name: ['This field is required.'] }, 'name: This field is required.'],
    [{ operations: { '0': ['Datapoint 9 not found.'] } }, 'operations: Datapoint 9 not found.'],
    [{ non_field_errors: ['Choose one.'] }, 'Choose one.'],
  ])('reads %j', (body, text) => expect(textOf(body)).toBe(text))
})

describe('parseEvents', () => {
  it('returns complete events and keeps the rest for later', () => {
    const { events, rest } = parseEvents(': \n\nevent: open\nid: 1-2\ndata: {}\n\nevent: annotation.moved\nid: 1-3\nda')
    expect(events).toEqual([{ event: 'open', id: '1-2', data: {} }])
    expect(rest).toBe('event: annotation.moved\nid: 1-3\nda')
  })
})

describe('safeUrl', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', 'not a url', ''])('refuses %s', (text) =>
    expect(safeUrl(text)).toBeNull(),
  )
  it('accepts addresses of pages', () =>
    expect(safeUrl('https://erp.example.com/done')).toBe('https://erp.example.com/done'))
})

describe('matchPath', () => {
  it('reads the named parts', () => {
    expect(matchPath('/queues/:id/layouts', '/queues/3/layouts')).toEqual({ id: '3' })
    expect(matchPath('/queues/:id', '/queues/3/layouts')).toBeNull()
    expect(matchPath('/', '/')).toEqual({})
  })

  it('fits no address that is malformed', () => {
    expect(matchPath('/queues/:id', '/queues/%E0')).toBeNull()
    expect(matchPath('/queues/:id', '/queues/%C3%A4')).toEqual({ id: 'ä' })
  })
})
