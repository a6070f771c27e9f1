import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fontFile } from '../../examples/pdf.ts'
import { TrueType } from './truetype.ts'

const require = createRequire(import.meta.url)

/** A complete TrueType file of a package of Google Fonts, such as `arimo/400Regular/Arimo_400Regular.ttf`. */
const google = (name: string, style: string): string => {
  const folder = dirname(require.resolve(`@expo-google-fonts/${name}/package.json`))
  const title = name.replace(/(^|-)([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase()).replace('Pt', 'PT')
  return join(folder, style, `${title}_${style}.ttf`)
}

const pair = (name: string): [string, string] => [google(name, '400Regular'), google(name, '700Bold')]

/** Families of the kinds that invoicing programs use: regular and bold. All have Latin Extended-A and Cyrillic letters, all but one Greek. */
const FILES: Readonly<Record<string, readonly [regular: string, bold: string]>> = {
  arimo: pair('arimo'),
  tinos: pair('tinos'),
  cousine: pair('cousine'),
  carlito: pair('carlito'),
  roboto: pair('roboto'),
  'fira-sans': pair('fira-sans'),
  'open-sans': pair('open-sans'),
  'roboto-condensed': pair('roboto-condensed'),
  'pt-serif': pair('pt-serif'),
  inter: pair('inter'),
  'source-sans': pair('source-sans-3'),
  dejavu: [fontFile('DejaVuSans'), fontFile('DejaVuSans-Bold')],
  'dejavu-condensed': [fontFile('DejaVuSansCondensed'), fontFile('DejaVuSansCondensed-Bold')],
  'dejavu-serif': [fontFile('DejaVuSerif'), fontFile('DejaVuSerif-Bold')],
  'dejavu-mono': [fontFile('DejaVuSansMono'), fontFile('DejaVuSansMono-Bold')],
}

export const FONT_FAMILIES = Object.keys(FILES)
export const MONO_FAMILIES: readonly string[] = ['cousine', 'dejavu-mono']

/** The family that a program uses for texts that its own has no letters for. */
const SUBSTITUTE = 'tinos'

/** Returns the family, or another one if it lacks a letter of the text. */
export function familyWith(text: string, family: string): string {
  const letters = new Set(text.match(/\p{L}/gu))
  const font = fontOf(family, false)
  return [...letters].every((letter) => font.has(letter.codePointAt(0)!)) ? family : SUBSTITUTE
}

const open = new Map<string, TrueType>()

/** Returns the measures of a font; each file is read once. */
export function fontOf(family: string, bold: boolean): TrueType {
  const key = `${family}${bold ? '/bold' : ''}`
  let font = open.get(key)
  if (!font) {
    const files = FILES[family]
    if (!files) throw new Error(`There is no font family ${family}.`)
    open.set(key, (font = new TrueType(files[bold ? 1 : 0])))
  }
  return font
}

/** Fonts whose no-break space pdfkit cannot embed. */
const PLAIN_SPACES = new Set(['carlito'])

/** Replaces narrow and no-break spaces that a font does not have. */
export function printable(text: string, family: string, bold: boolean): string {
  if (!/[\u00a0\u202f]/.test(text)) return text
  const font = fontOf(family, bold)
  const noBreak = PLAIN_SPACES.has(family) ? ' ' : '\u00a0'
  return text.replace(/\u202f/g, font.has(0x202f) ? '\u202f' : '\u00a0').replace(/\u00a0/g, noBreak)
}
