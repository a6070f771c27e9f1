/** Maximum length of a value in a search, and number of values that are compared. */
const MAX_LENGTH = 256
const MAX_VALUES = 50

/** The datapoints of a field, in the order of the document. */
const datapointsOf = (nodes, schemaId) =>
  nodes.flatMap((node) =>
    node.category === 'datapoint' ? (node.schema_id === schemaId ? [node] : []) : datapointsOf(node.children, schemaId),
  )

/** The search condition for a field; null if the field has no values. */
function conditionOf(schemaId, nodes) {
  const filled = nodes.map(({ content }) => content).filter((content) => content?.value?.trim())
  if (filled.length === 0) return null
  // Dates and numbers are compared as such, so that 100 and 100.00 are equal.
  const normalized = filled.map((content) => content.normalized_value)
  const all = (pattern) => normalized.every((value) => value !== null && pattern.test(value))
  const [type, values] = all(/^\d{4}-\d\d-\d\d$/)
    ? ['date', normalized]
    : all(/^-?\d+(\.\d+)?$/)
      ? ['number', normalized.map(Number)]
      : ['string', filled.map(({ value }) => value)]
  const comparable = [...new Set(values)].filter((value) => String(value).length <= MAX_LENGTH)
  return comparable.length ? [`field.${schemaId}.${type}`, { $in: comparable.slice(0, MAX_VALUES) }] : null
}

export const svc_hook_request_handler = async ({ annotation, settings, base_url, svc_authorization_token: token }) => {
  if (!token) throw new Error('The hook has no access token. Set token_owner to an active user.')
  const messages = []
  const found = new Set()
  for (const fields of settings.combinations) {
    const nodes = fields.map((field) => datapointsOf(annotation.content, field))
    const conditions = fields.map((field, index) => conditionOf(field, nodes[index]))
    // Two documents without a number are not duplicates of each other.
    if (conditions.includes(null)) continue
    const query = {
      ...Object.fromEntries(conditions),
      annotation: { $ne: annotation.url },
      ...(settings.ignored_statuses.length ? { status: { $nin: settings.ignored_statuses } } : {}),
      ...(settings.same_queue ? { queue: annotation.queue } : {}),
    }
    const response = await fetch(`${base_url}/api/v1/annotations/search?ordering=id&page_size=5`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query }),
    })
    if (!response.ok) throw new Error(`The search failed with status ${response.status}: ${await response.text()}`)
    const { results } = await response.json()
    // The first of several equal documents is the original.
    for (const other of results.filter(({ id }) => id < annotation.id && !found.has(id))) {
      found.add(other.id)
      const arrived = (other.arrived_at ?? other.created_at ?? '').slice(0, 10)
      const content = `Probably a duplicate of annotation ${other.id} (${other.status}, arrived on ${arrived}): ${fields.join(', ')} are equal.`
      messages.push({ id: nodes[0][0].id, type: settings.type, content })
    }
  }
  return { messages, automation_blockers: messages.map(({ id, content }) => ({ id, content })) }
}
