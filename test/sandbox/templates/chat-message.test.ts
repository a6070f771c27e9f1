import { describe, expect, it } from 'vitest'
import { template, type Given } from './support.ts'

const run = template('chat-message')
const url = 'https://chat.example.com/hooks/secret'
const queue = 'https://sheaf.example.com/api/v1/queues/3'
const send = (status: string, name: string, given: Given = {}) =>
  run([], {
    answers: () => ({ status: 200, body: 'ok' }),
    ...given,
    annotation: { status, previous_status: 'importing', queue },
    payload: {
      document: { original_file_name: name },
      queues: [{ url: queue, name: 'Suppliers' }],
      secrets: { url },
      ...given.payload,
    },
  })

describe('the chat message', () => {
  it('is sent for the statuses of the settings', async () => {
    const { requests } = await send('to_review', 'invoice.pdf')
    expect(requests).toMatchObject([{ method: 'POST', url }])
    expect(JSON.parse(requests[0]!.body!)).toEqual({ text: 'invoice.pdf in Suppliers is now to_review.' })
    expect((await send('exported', 'invoice.pdf')).requests).toEqual([])
    expect((await send('importing', 'invoice.pdf', { settings: { statuses: ['importing'] } })).requests).toEqual([])
  })

  it('has the text and key of the settings, and keeps unknown variables', async () => {
    const settings = { text: '{annotation}: {previous_status} → {status} {other}', key: 'content' }
    const { requests } = await send('to_review', '', { settings })
    expect(JSON.parse(requests[0]!.body!)).toEqual({ content: '1: importing → to_review {other}' })
  })

  it('contains file names as text, not as mentions or links', async () => {
    const { requests } = await send('to_review', '<!channel> {status}&.pdf')
    expect(JSON.parse(requests[0]!.body!).text).toBe(
      '&lt;!channel&gt; {status}&amp;.pdf in Suppliers is now to_review.',
    )
    const plain = await send('to_review', '<a>', { settings: { escape: false } })
    expect(JSON.parse(plain.requests[0]!.body!).text).toBe('<a> in Suppliers is now to_review.')
  })

  it('has empty names where there are none', async () => {
    const { requests } = await send('to_review', 'a', { payload: { document: {}, queues: [] } })
    expect(JSON.parse(requests[0]!.body!).text).toBe(' in  is now to_review.')
  })

  it('fails without the secret, and if the chat refuses it, without its URL in the message', async () => {
    await expect(send('to_review', 'a', { payload: { secrets: {} } })).rejects.toThrow('Set the secret')
    const refused = send('to_review', 'a', { answers: () => ({ status: 404, body: 'no such channel' }) })
    await expect(refused).rejects.toThrow('refused the message with status 404')
    await expect(refused).rejects.not.toThrow('hooks/secret')
  })
})
