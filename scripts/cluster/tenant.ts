import { CREATE_KEY } from './stack.ts'

/** The password of all administrators. That of the demo is too weak for them. */
export const PASSWORD = 'Kv7-quorlbast-93-Wenz'

export interface ClusterTenant {
  token: string
  queue_id: number
}

/** Sends a request that must succeed, and returns the body of the response. */
async function call<T>(url: string, path: string, init: RequestInit = {}): Promise<T> {
  const answer = await fetch(`${url}/v1/${path}`, init)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${text}`)
  return (text ? JSON.parse(text) : null) as T
}

const json = (body: unknown, token?: string): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
  body: JSON.stringify(body),
})

/** Creates an organization by API with an administrator, whose name is `NAME@sheaf.example`, and a queue "Invoices". */
export async function createTenant(url: string, name: string): Promise<ClusterTenant> {
  const user_email = `${name}@sheaf.example`
  await call(
    url,
    'organizations/create',
    json({
      template_name: 'Tax Invoice EU Demo Template',
      organization_name: name,
      user_fullname: name,
      user_email,
      user_password: PASSWORD,
      create_key: CREATE_KEY,
    }),
  )
  const { key } = await call<{ key: string }>(url, 'auth/login', json({ username: user_email, password: PASSWORD }))
  const headers = { Authorization: `Bearer ${key}` }
  const { results } = await call<{ results: { id: number }[] }>(url, 'queues', { headers })
  const queue_id = results[0]!.id
  await call(url, `queues/${queue_id}`, { ...json({ name: 'Invoices' }, key), method: 'PATCH' })
  return { token: key, queue_id }
}
