import { describe, expect, it } from 'vitest'
import sharp from 'sharp'
import { degrade, drawPdf, generate } from '../../../scripts/generator/index.ts'
import { bitsOf, SIDE } from '@sheaf/extraction/stages'
import { pictureOf, renderPage } from '@sheaf/extraction/pages'
import { bandsOf, isPicture, MAX_DIFFERENT_BITS } from '../../../src/rules/duplicates/pictures.ts'

const UPRIGHT = { pages: [{ rotation: 0 }] } as never

function differentBits(one: string, two: string): number {
  let bits = 0
  for (const [at, digit] of [...one].entries())
    for (let both = parseInt(digit, 16) ^ parseInt(two[at]!, 16); both > 0; both &= both - 1) bits++
  return bits
}
const sharesBand = (one: string, two: string) => bandsOf(1, one).some((band) => bandsOf(1, two).includes(band))

describe('pictureOf', () => {
  it('is nearly the same for a PDF, a scan, a JPEG and a rotated scan of one page, and differs for other pages', async () => {
    const pdf = await drawPdf(generate(11, { use: 'test' }))
    const own = (await pictureOf(pdf, UPRIGHT))!
    expect(isPicture(own)).toBe(true)
    const { png } = await renderPage(pdf, { page: 1 })
    const jpeg = await sharp(png).resize({ width: 900 }).jpeg({ quality: 50 }).toBuffer()
    const turned = await sharp(jpeg).rotate(90).jpeg().toBuffer()
    const forms = {
      jpeg: await pictureOf(jpeg, UPRIGHT),
      scan: await pictureOf(await degrade(pdf, 11, 'scan'), UPRIGHT),
      turned: await pictureOf(turned, { pages: [{ rotation: 270 }] } as never),
    }
    for (const [form, picture] of Object.entries(forms)) {
      expect(differentBits(own, picture!), form).toBeLessThanOrEqual(MAX_DIFFERENT_BITS)
      expect(sharesBand(own, picture!), form).toBe(true)
    }
    for (const number of [12, 13, 14]) {
      const other = (await pictureOf(await drawPdf(generate(number, { use: 'test' })), UPRIGHT))!
      expect(differentBits(own, other), String(number)).toBeGreaterThan(MAX_DIFFERENT_BITS)
    }
  })

  it('a blank page and a file without pages have none', async () => {
    const blank = await sharp({ create: { width: 90, height: 120, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    expect(await pictureOf(blank, UPRIGHT)).toBeNull()
    expect(await pictureOf(blank, { pages: [] })).toBeNull()
    expect(await pictureOf(Buffer.from('PK'), UPRIGHT)).toBeNull()
    expect(bitsOf(new Uint8Array(SIDE * SIDE).fill(200))).toBeNull()
  })
})

describe('bandsOf', () => {
  it('are keys of one organization', () => {
    const picture = 'f'.repeat(64)
    expect(new Set([...bandsOf(1, picture), ...bandsOf(2, picture)]).size).toBe(24)
    expect(Math.max(...bandsOf(2 ** 31, picture))).toBeLessThan(Number.MAX_SAFE_INTEGER)
  })
})
