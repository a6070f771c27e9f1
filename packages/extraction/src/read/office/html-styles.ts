/** Which elements of a web page are hidden. */
const MAX_RULES = 5000
const MAX_STYLES = 500_000

/** Aspects that hide an element with all that it contains. */
export const CUTTING = ['display', 'opacity'] as const
/** Aspects that elements inherit, and whose own value replaces the inherited one. */
export const INHERITED = ['visibility', 'size', 'ink', 'office'] as const
type Aspect = (typeof CUTTING)[number] | (typeof INHERITED)[number]

/** What a style says about some aspects: whether it hides, and whether it precedes styles without `!important`. */
export type Effects = Partial<Record<Aspect, { hides: boolean; important: boolean }>>

/** Adds the effects of a style that precedes the earlier ones, except for their important declarations. */
export function addEffects(to: Effects, from: Effects): void {
  for (const aspect of [...CUTTING, ...INHERITED]) {
    const value = from[aspect]
    if (value && (value.important || !to[aspect]?.important)) to[aspect] = value
  }
}

/** Sizes that depend on the inherited one, which they do not replace. Those of zero do. */
const RELATIVE = /^[\d.+]+(em|ex|ch|%)$|^(smaller|larger|inherit|unset)$/
const ZERO = /^[+-]?(?:0+(?:\.0*)?|\.0+)(px|pt|pc|in|cm|mm|q|em|rem|ex|ch|vw|vh|%)?$/

/** Returns the aspect that a declaration is about and whether it hides; null for others. */
function aspectOf(name: string, value: string): [Aspect, boolean] | null {
  const isInherited = value === '' || value === 'inherit' || value === 'unset'
  if (name === 'display') return ['display', value === 'none']
  if (name === 'opacity') return isInherited ? null : ['opacity', Number(value.replace('%', '')) === 0]
  if (name === 'visibility') return isInherited ? null : ['visibility', value === 'hidden' || value === 'collapse']
  if (name === 'mso-hide') return isInherited ? null : ['office', value === 'all']
  if (name === 'color') return isInherited ? null : ['ink', value === 'transparent']
  if (name !== 'font-size' && name !== 'font') return null
  // The size is the part of `font` that a family follows.
  const size = name === 'font' ? (/(?:^|\s)([\d.]+[a-z%]*)(?:\/\S+)?\s+\S/.exec(value)?.[1] ?? '') : value
  if (size === '') return null
  if (ZERO.test(size)) return ['size', true]
  return RELATIVE.test(size) ? null : ['size', false]
}

/** Returns what declarations of CSS say: an element is hidden by its display or opacity, its text by no size, by a transparent colour, or by visibility. */
export function effectsOf(style: string): Effects {
  const effects: Effects = {}
  for (const declaration of style.slice(0, 4000).toLowerCase().split(';')) {
    const [name = '', stated = ''] = declaration.split(':', 2).map((part) => part.trim())
    const value = stated.replace(/!\s?important/, '').trim()
    const found = aspectOf(name, value)
    if (found) addEffects(effects, { [found[0]]: { hides: found[1], important: value !== stated } })
  }
  return effects
}

interface Rule {
  order: number
  effects: Effects
}

/** The rules of a page for a class, an id or a name: `.a`, `#a`, `p`. More complicated ones are not known. */
export class HidingRules {
  /** By name, with the place of the last rule for it. */
  readonly #rules = new Map<string, Rule>()
  #count = 0
  #length = 0

  /** Reads the content of a `style` element. Rules for printers and for small screens do not count. */
  read(css: string): void {
    this.#length += css.length
    if (this.#length > MAX_STYLES) return
    const plain = withoutComments(css)
    for (let at = 0; at < plain.length && this.#count < MAX_RULES;) {
      const open = plain.indexOf('{', at)
      if (open < 0) return
      const selectors = plain.slice(at, open).trim()
      const end = endOfBlock(plain, open)
      if (!selectors.includes('@')) this.#add(selectors, effectsOf(plain.slice(open + 1, end)))
      at = end + 1
    }
  }

  #add(selectors: string, effects: Effects): void {
    if (Object.keys(effects).length === 0) return
    for (const selector of selectors.split(',')) {
      const name = selector.trim().toLowerCase()
      if (!/^[.#]?[\w-]{1,100}$/.test(name) || this.#count >= MAX_RULES) continue
      const order = this.#count++
      const all = { ...this.#rules.get(name)?.effects }
      addEffects(all, effects)
      this.#rules.set(name, { order, effects: all })
    }
  }

  /** Returns the effects of all rules for an element: those for its id precede those for its classes, and these those for its name. */
  effects(element: string, { class: classes = '', id }: Record<string, string>): Effects {
    const effects: Effects = {}
    if (this.#rules.size === 0) return effects
    const names = new Set(classes.slice(0, 1000).split(/\s+/))
    const ofClasses = [...names].flatMap((name) => this.#of(`.${name}`)).sort((a, b) => a.order - b.order)
    for (const rule of [...this.#of(element), ...ofClasses, ...(id === undefined ? [] : this.#of(`#${id}`))])
      addEffects(effects, rule.effects)
    return effects
  }

  #of(selector: string): Rule[] {
    const rule = this.#rules.get(selector.toLowerCase())
    return rule ? [rule] : []
  }
}

function withoutComments(css: string): string {
  let plain = ''
  for (let at = 0; ;) {
    const start = css.indexOf('/*', at)
    if (start < 0) return plain + css.slice(at)
    plain += css.slice(at, start)
    const end = css.indexOf('*/', start + 2)
    if (end < 0) return plain
    at = end + 2
  }
}

/** Returns the place of the bracket that ends a block; blocks may contain others. */
function endOfBlock(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at++) {
    if (css[at] === '{') depth++
    else if (css[at] === '}' && --depth === 0) return at
  }
  return css.length
}
