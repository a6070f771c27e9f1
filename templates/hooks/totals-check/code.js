import Big from 'big.js'

/** The datapoints of a field, in the order of the document. */
const datapointsOf = (nodes, schemaId) =>
  nodes.flatMap((node) =>
    node.category === 'datapoint' ? (node.schema_id === schemaId ? [node] : []) : datapointsOf(node.children, schemaId),
  )

/** Writes an amount with all its decimals, at least two: dinars have three. */
const write = (amount) => amount.toFixed(Math.max(2, amount.c.length - amount.e - 1))

export const svc_hook_request_handler = async ({ annotation, settings }) => {
  const { tolerance } = settings
  /** The amounts of a field; empty and unreadable values are left out. */
  const amountsOf = (schemaId) =>
    (schemaId ? datapointsOf(annotation.content, schemaId) : [])
      .filter((node) => node.content?.normalized_value)
      .map((node) => ({ id: node.id, value: new Big(node.content.normalized_value) }))
  const sum = (amounts) => amounts.reduce((all, { value }) => all.plus(value), new Big(0))
  const messages = []
  const compare = (what, expected, { id, value }, name) => {
    const difference = value.minus(expected)
    if (difference.abs().lte(tolerance)) return
    const content = `${what} is ${write(expected)}, but ${name} is ${write(value)} (difference ${write(difference)}).`
    messages.push({ id, type: 'warning', content })
  }

  const [total] = amountsOf(settings.total)
  const [net] = amountsOf(settings.net)
  const taxes = amountsOf(settings.tax)
  const rounding = amountsOf(settings.rounding)
  if (total && net && taxes.length)
    compare('The sum of net and tax', net.value.plus(sum(taxes)).plus(sum(rounding)), total, 'the total')

  const cells = settings.line_total ? datapointsOf(annotation.content, settings.line_total) : []
  const lines = amountsOf(settings.line_total)
  // A sum without an empty or unreadable line would be wrong.
  if (net && lines.length > 0 && lines.length === cells.length)
    compare(`The sum of ${lines.length} line items`, sum(lines), net, 'the net amount')
  return { messages }
}
