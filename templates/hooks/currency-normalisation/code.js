import Big from 'big.js'

/** Symbols and names with one meaning, in lower case; settings.ambiguous has those with several. */
const NAMES = {
  '€': 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  us$: 'USD',
  'us-dollar': 'USD',
  'us dollar': 'USD',
  'us dollars': 'USD',
  c$: 'CAD',
  ca$: 'CAD',
  a$: 'AUD',
  au$: 'AUD',
  nz$: 'NZD',
  hk$: 'HKD',
  'pound sterling': 'GBP',
  'sfr.': 'CHF',
  sfr: 'CHF',
  'fr.': 'CHF',
  'swiss francs': 'CHF',
  'schweizer franken': 'CHF',
  kč: 'CZK',
  zł: 'PLN',
  ft: 'HUF',
  yen: 'JPY',
  rmb: 'CNY',
  '₹': 'INR',
  '₺': 'TRY',
  '₴': 'UAH',
  лв: 'BGN',
  'лв.': 'BGN',
  lei: 'RON',
}

const lowered = (object) => Object.fromEntries(Object.entries(object).map(([name, code]) => [name.toLowerCase(), code]))

/** The ISO code that a text means; null if it is not clear. */
function codeOf(text, ambiguous) {
  const name = text.trim().toLowerCase()
  const names = { ...NAMES, ...lowered(ambiguous) }
  if (Object.hasOwn(names, name)) return names[name]
  return /^[a-z]{3}$/.test(name) ? name.toUpperCase() : null
}

const children = ({ children = [] }) => children
const isDatapoint = (node) => node.category === 'datapoint'

/** The datapoints outside of tables, and those of each row. */
function scopesOf(content) {
  const header = []
  const rows = []
  const visit = (node) => {
    if (isDatapoint(node)) header.push(node)
    else if (node.category === 'tuple') rows.push(children(node).filter(isDatapoint))
    else children(node).forEach(visit)
  }
  content.forEach(visit)
  return [header, ...rows]
}

const replace = (node, value) => ({ op: 'replace', id: node.id, value: { content: { value } } })

export const svc_hook_request_handler = async ({ annotation, settings }) => {
  const scopes = scopesOf(annotation.content)
  const fields = scopes.flat().filter(({ schema_id }) => schema_id === settings.currency)
  const filled = fields.filter(({ content }) => content?.value?.trim())
  const messages = []
  const operations = []
  const warn = (node, content) => messages.push({ id: node.id, type: 'warning', content })

  const codes = new Set()
  for (const node of filled) {
    const { value } = node.content
    const code = codeOf(value, settings.ambiguous)
    if (!code) {
      warn(node, `${value} is not a known currency; enter a code such as EUR.`)
      continue
    }
    codes.add(code)
    const written = settings.letters === 'lower' ? code.toLowerCase() : code
    // A value that is not among the options could not be selected again.
    const isOption = !node.options?.length || node.options.some((option) => option.value === written)
    if (!isOption) warn(node, `${code} is not an option of this field.`)
    else if (value !== written) operations.push(replace(node, written))
  }
  if (codes.size > 1)
    warn(filled[0], `Amounts are not converted: the document has several currencies (${[...codes].join(', ')}).`)

  const [code] = codes.size === 1 ? codes : []
  const rate = code === settings.target ? '1' : settings.rates[code]
  if (code && !rate && settings.amounts.length)
    warn(filled[0], `Amounts are not converted: the settings have no rate from ${code} to ${settings.target}.`)
  for (const nodes of scopes)
    for (const { from, to } of settings.amounts) {
      const source = nodes.find(({ schema_id }) => schema_id === from)
      const target = nodes.find(({ schema_id }) => schema_id === to)
      if (!source || !target) continue
      const amount = source.content?.normalized_value
      // An old amount would be wrong when the document has changed.
      const converted = amount && rate ? new Big(amount).times(rate).toFixed(settings.decimals, Big.roundHalfUp) : ''
      const current = target.content?.normalized_value ?? target.content?.value ?? ''
      const isSame = converted && current && !isNaN(current) ? new Big(current).eq(converted) : current === converted
      if (!isSame) operations.push(replace(target, converted))
    }
  return { messages, operations }
}
