/** Which elements of a web page are hidden. */
const MAX_RULES = 5000
const MAX_STYLES = 500_000

/** Whether declarations of CSS hide an element. Text of no size or in a transparent or white colour is not seen either. */
export const hides = (style: string): boolean =>
  style
    .slice(0, 4000)
    .toLowerCase()
    .split(';')
    .some((declaration) => {
      const [name = '', value = ''] = declaration.split(':', 2).map((part) => part.replace('!important', '').trim())
      if (name === 'display') return value === 'none'
      if (name === 'visibility') return value === 'hidden' || value === 'collapse'
      if (name === 'opacity') return Number(value) === 0 && value !== ''
      if (name === 'font-size') return /^0(\.0*)?(px|pt|em|rem|%)?$/.test(value)
      if (name === 'mso-hide') return value === 'all'
      return name === 'color' && value === 'transparent'
    })

/** The rules of a page that hide all elements of a class, an id or a name: `.a`, `#a`, `p`. More complicated ones are not known. */
export class HidingRules {
  readonly #selectors = new Set<string>()
  #length = 0

  /** Reads the content of a `style` element. Rules for printers and for small screens do not count. */
  read(css: string): void {
    this.#length += css.length
    if (this.#length > MAX_STYLES) return
    const plain = withoutComments(css)
    for (let at = 0; at < plain.length && this.#selectors.size < MAX_RULES;) {
      const open = plain.indexOf('{', at)
      if (open < 0) return
      const selectors = plain.slice(at, open).trim()
      const end = endOfBlock(plain, open)
      if (!selectors.includes('@') && hides(plain.slice(open + 1, end)))
        for (const selector of selectors.split(',')) {
          const name = selector.trim().toLowerCase()
          if (/^[.#]?[\w-]{1,100}$/.test(name)) this.#selectors.add(name)
        }
      at = end + 1
    }
  }

  hides(element: string, { class: classes, id }: Record<string, string>): boolean {
    if (this.#selectors.size === 0) return false
    const has = (selector: string): boolean => this.#selectors.has(selector.toLowerCase())
    if (has(element) || (id !== undefined && has(`#${id}`))) return true
    return (classes ?? '')
      .slice(0, 1000)
      .split(/\s+/)
      .some((name) => has(`.${name}`))
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
