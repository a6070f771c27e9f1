import { join } from 'node:path'
import sharp, { type Sharp } from '../sharp.ts'
import type { Page } from '../../types.ts'

/** Removes characters that XML does not allow and escapes all others that are not plain. */
function escapeXml(text: string): string {
  let out = ''
  for (const character of text) {
    const code = character.codePointAt(0)!
    if (code < 0x20 || (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff) continue
    out += '<>&"'.includes(character) ? `&#${code};` : character
  }
  return out
}

/**
 * Draws a synthetic page with its words in their positions. The font is the one whose metrics the layout used. It is part of the project,
 * so that the image is the same on a machine without fonts.
 */
export function drawOfficePage(page: Page, options: { width?: number }): Sharp {
  process.env['FONTCONFIG_FILE'] ??= join(import.meta.dirname, 'fonts.conf')
  const words = page.words.map(({ text, box, size, bold }) => {
    const weight = bold ? ' font-weight="bold"' : ''
    return `<text x="${box[0]}" y="${box[1] + size * 0.95}" font-size="${size}"${weight}>${escapeXml(text)}</text>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${page.width}" height="${page.height}">
<rect width="100%" height="100%" fill="#fff"/>
<g font-family="DejaVu Sans Mono, monospace" fill="#111">${words.join('\n')}</g></svg>`
  const picture = sharp(Buffer.from(svg), { unlimited: true }).flatten({ background: '#fff' })
  return options.width && options.width < page.width ? picture.resize({ width: options.width }) : picture
}
