/** Styles of OpenDocument files: what of them changes the layout, or hides text (OpenDocument 1.3, 16 and 20). */
import type { Paragraph } from './blocks.ts'

export type Attributes = Record<string, string>

export interface Style {
  bold?: boolean
  /** Points. */
  size?: number
  align?: NonNullable<Paragraph['align']>
  tabs?: NonNullable<Paragraph['tabs']>
  /** Begins on a new page. */
  startsPage?: boolean
  /** Text that is not shown, or a table that is not. */
  hidden?: boolean
}

const PIXELS: Record<string, number> = { in: 150, cm: 150 / 2.54, mm: 15 / 2.54, pt: 150 / 72, pc: 25, px: 150 / 96 }

/** Returns a length in pixels of the synthetic page; undefined for others, such as percentages. */
function pixelsOf(length: string | undefined): number | undefined {
  const [, number, unit] = /^(-?[\d.]{1,12})(in|cm|mm|pt|pc|px)$/.exec(length ?? '') ?? []
  const pixels = Number(number) * (PIXELS[unit ?? ''] ?? NaN)
  return Number.isFinite(pixels) ? pixels : undefined
}

const MAX_TABS = 50

/** Collects styles while a file is read, and finds them by family and name. */
export class Styles {
  readonly #styles = new Map<string, Style & { parent?: string }>()
  #open: (Style & { parent?: string }) | undefined

  /** Reads an element of a style; ignores others. */
  open(name: string, attributes: Attributes): void {
    if (name === 'style:style' || name === 'style:default-style') {
      const key = keyOf(attributes['style:family'], attributes['style:name'])
      const parent = attributes['style:parent-style-name']
      this.#open = parent ? { parent: keyOf(attributes['style:family'], parent) } : {}
      this.#styles.set(key, this.#open)
      return
    }
    if (this.#open && Object.hasOwn(this.#properties, name)) this.#properties[name]!(this.#open, attributes)
  }

  close(name: string): void {
    if (name === 'style:style' || name === 'style:default-style') this.#open = undefined
  }

  /** Returns a style with what it inherits. A style may inherit from itself. */
  find(family: string, name: string | undefined): Style {
    const chain: Style[] = []
    let key: string | undefined = keyOf(family, name)
    for (let depth = 0; key !== undefined && depth < 10; depth++) {
      const found: (Style & { parent?: string }) | undefined = this.#styles.get(key)
      if (found) chain.unshift(found)
      key = found?.parent
    }
    return Object.assign({}, ...chain) as Style
  }

  readonly #properties: Record<string, (style: Style, attributes: Attributes) => void> = {
    'style:text-properties': (style, a) => {
      const weight = a['fo:font-weight']
      if (weight) style.bold = weight === 'bold' || Number(weight) >= 600
      const points = /^([\d.]{1,8})pt$/.exec(a['fo:font-size'] ?? '')
      if (points) style.size = Number(points[1])
      if (a['text:display'] === 'none') style.hidden = true
    },
    'style:paragraph-properties': (style, a) => {
      const align = a['fo:text-align']
      if (align === 'end' || align === 'right') style.align = 'right'
      else if (align === 'center') style.align = 'center'
      else if (align) style.align = 'left'
      if (a['fo:break-before'] === 'page') style.startsPage = true
    },
    'style:tab-stop': (style, a) => {
      const at = pixelsOf(a['style:position'])
      style.tabs ??= []
      if (at !== undefined && style.tabs.length < MAX_TABS)
        style.tabs.push({ at, right: a['style:type'] === 'right' || a['style:type'] === 'char' })
    },
    'style:table-properties': (style, a) => {
      if (a['table:display'] === 'false') style.hidden = true
    },
  }
}

const keyOf = (family: string | undefined, name: string | undefined): string => `${family ?? ''}/${name ?? ''}`
