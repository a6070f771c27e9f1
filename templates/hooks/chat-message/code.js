/** In chats, a file name such as `<!channel>` would notify everybody, and `<https://…|name>` would be a link. */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const svc_hook_request_handler = async ({ annotation, document, queues = [], settings, secrets }) => {
  const { status, previous_status } = annotation
  if (status === previous_status || !settings.statuses.includes(status)) return {}
  if (!secrets.url) throw new Error('Set the secret "url" to the webhook URL of the channel.')
  const values = {
    file: document.original_file_name ?? '',
    queue: queues.find(({ url }) => url === annotation.queue)?.name ?? '',
    status,
    previous_status: previous_status ?? '',
    annotation: String(annotation.id),
  }
  const text = settings.text.replace(/\{(\w+)\}/g, (variable, name) => {
    if (!Object.hasOwn(values, name)) return variable
    return settings.escape ? escaped(values[name]) : values[name]
  })
  const response = await fetch(secrets.url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ [settings.key]: text }),
  })
  // The URL is a secret and does not belong in the log.
  if (!response.ok) throw new Error(`The chat refused the message with status ${response.status}.`)
  return {}
}
