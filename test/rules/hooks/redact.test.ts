import { describe, expect, it } from 'vitest'
import { clippedJson, hiding, redacted, REDACTED } from '../../../src/rules/hooks/redact.ts'

const PAYLOAD = { n: 1, svc_authorization_token: 'token-123', secrets: { key: 'a&b "c" d', pin: '123' } }

describe('redact', () => {
  it('hides secrets and token of a payload, and keeps the order of its keys', () => {
    expect(redacted(JSON.stringify(PAYLOAD))).toBe(
      JSON.stringify({ n: 1, svc_authorization_token: REDACTED, secrets: { key: REDACTED, pin: REDACTED } }),
    )
  })

  it('hides secrets and token in other texts, also as parts of URLs and JSON', () => {
    const hide = hiding(PAYLOAD)
    expect(hide('Bearer token-123')).toBe(`Bearer ${REDACTED}`)
    expect(hide(`https://x/?key=${encodeURIComponent(PAYLOAD.secrets.key)}&n=1`)).toBe(`https://x/?key=${REDACTED}&n=1`)
    expect(hide(JSON.stringify({ key: PAYLOAD.secrets.key }))).toBe(`{"key":"${REDACTED}"}`)
  })

  it('makes the same text of a secret and of its redacted form', () => {
    const url = (secret: string) => `https://x/?key=${encodeURIComponent(secret)}`
    const again = hiding({ secrets: { key: REDACTED } })
    expect(again(url(REDACTED))).toBe(hiding(PAYLOAD)(url(PAYLOAD.secrets.key)))
  })

  it('leaves short values, which occur by chance', () => {
    expect(hiding(PAYLOAD)('https://x/orders/123')).toBe('https://x/orders/123')
  })

  it('keeps texts up to a length, and replaces longer ones by their beginning, as JSON', () => {
    expect(clippedJson('{"a":1}', 7)).toBe('{"a":1}')
    expect(JSON.parse(clippedJson('{"a":12}', 7))).toEqual({ truncated: true, beginning: '{"a":12' })
  })
})
