/** The datapoints of a field, in the order of the document. */
const datapointsOf = (nodes, schemaId) =>
  nodes.flatMap((node) =>
    node.category === 'datapoint' ? (node.schema_id === schemaId ? [node] : []) : datapointsOf(node.children, schemaId),
  )

const isNumber = (text) => text !== null && text !== '' && Number.isFinite(Number(text))

/** Whether a filled value meets a condition. Dates are compared as ISO text, other values by number if both are numbers. */
function meets({ value, normalized_value }, { is, value: expected = '' }) {
  const plain = normalized_value ?? value
  const wanted = String(expected)
  const areNumbers = isNumber(plain) && isNumber(wanted)
  const order = areNumbers ? Number(plain) - Number(wanted) : plain < wanted ? -1 : Number(plain > wanted)
  // A text is neither more nor less than a number.
  const isComparable = areNumbers || (normalized_value !== null && !isNumber(wanted) && !isNumber(plain))
  switch (is) {
    case 'equal':
      return areNumbers ? order === 0 : [value, plain].some((one) => one.toLowerCase() === wanted.toLowerCase())
    case 'containing':
      return value.toLowerCase().includes(wanted.toLowerCase())
    case 'at_least':
      return isComparable && order >= 0
    default:
      return isComparable && order <= 0
  }
}

/** Whether one value of the field meets the condition; `empty` needs all values to be empty. */
function isMet(content, condition) {
  const filled = datapointsOf(content, condition.field)
    .map((node) => node.content)
    .filter((one) => one?.value?.trim())
  if (condition.is === 'empty') return filled.length === 0
  if (condition.is === 'filled') return filled.length > 0
  return filled.some((one) => meets(one, condition))
}

export const svc_hook_request_handler = async ({ annotation, settings, labels = [], base_url, ...payload }) => {
  const token = payload.svc_authorization_token
  if (!token) throw new Error('The hook has no access token. Set token_owner to an active user.')
  const send = async (method, url, body) => {
    const response = await fetch(url.startsWith('http') ? url : `${base_url}/api/v1/${url}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${url} failed with status ${response.status}: ${text}`)
    return text ? JSON.parse(text) : null
  }

  const wanted = new Set(
    settings.labels.filter(({ when }) => when.every((one) => isMet(annotation.content, one))).map(({ label }) => label),
  )
  const present = new Map(labels.map(({ name, url }) => [name, url]))
  const named = new Set(settings.labels.map(({ label }) => label))
  const missing = [...wanted].filter((name) => !present.has(name))
  const remove = settings.remove_labels ? [...named].filter((name) => present.has(name) && !wanted.has(name)) : []
  if (missing.length + remove.length === 0) return {}

  const known = new Map()
  if (missing.length)
    for (let next = 'labels?page_size=100'; next;) {
      const { results, pagination } = await send('GET', next)
      for (const { name, url } of results) known.set(name, url)
      next = pagination.next
    }
  const messages = []
  for (const name of missing.filter((one) => !known.has(one)))
    if (settings.create_labels) known.set(name, (await send('POST', 'labels', { name })).url)
    else messages.push({ type: 'warning', content: `The label "${name}" does not exist.` })

  const add = missing.flatMap((name) => known.get(name) ?? [])
  if (add.length + remove.length)
    await send('POST', 'labels/apply', {
      operations: { add, remove: remove.map((name) => present.get(name)) },
      objects: { annotations: [annotation.url] },
    })
  console.log(`added ${add.length} labels, removed ${remove.length}`)
  return { messages }
}
