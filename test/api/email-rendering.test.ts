/** Email templates filled in for annotations (contract 22.33). */
import { describe, expect, it } from 'vitest'
import { anAnnotation, aPerson } from '../support/factories.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { create } from './email-templates-setup.ts'

useTenantServer()

describe('POST /v1/email_templates/{id}/render', () => {
  const render = async (template: object, body: object = {}) => {
    const created = await create(template)
    const answer = await admin.post(`/email_templates/${created.id}/render`, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }

  it('fills in the values of the annotations', async () => {
    const { db } = server.deps
    const first = await anAnnotation(db, tenant)
    const second = await anAnnotation(db, tenant)
    await db('documents').where('id', first.document_id).update({ original_file_name: 'a<1>.pdf' })
    await db('documents').where('id', second.document_id).update({ original_file_name: 'b.pdf' })
    await db('annotation_contents')
      .where('annotation_id', first.annotation_id)
      .update({ fields: JSON.stringify({ document_id: [{ string: '17' }], sender_name: [{ string: '' }] }) })
    const reviewer = await aPerson(db, tenant, 'annotator')
    await db('annotation_assignees').insert({ annotation_id: first.annotation_id, user_id: reviewer.user_id })
    const { username } = await db('users').where('id', reviewer.user_id).first('username')
    const { name } = await db('organizations').where('id', tenant.organization_id).first('name')

    const rendered = await render(
      {
        subject: '{{organization_name}}: {{ annotation.document.original_file_name }}',
        message:
          '<p>{{document_list}}|{{annotation.id}}|{{annotation.url}}|{{annotation.content.value.document_id}}|' +
          '{{annotation.content.value.sender_name}}|{{current_user_fullname}}|{{unknown}}|{{own}}</p>',
        to: [{ type: 'annotator' }, { email: '{{sender_email}}' }, { type: 'constant', value: username }],
        cc: [{ email: '{{current_user_email}}', name: '{{current_user_fullname}}' }],
      },
      {
        annotation_list: [url('annotations', first.annotation_id), url('annotations', second.annotation_id)],
        template_values: { own: '<i>' },
      },
    )
    const { email } = await db('users').where('id', tenant.user_id).first('email')
    expect(rendered).toEqual({
      to: [{ email: username }],
      cc: [{ email, name: 'Ada Admin' }],
      bcc: [],
      subject: `${name}: a<1>.pdf, b.pdf`,
      message:
        `<p>a&lt;1&gt;.pdf, b.pdf|${first.annotation_id}, ${second.annotation_id}|` +
        `${url('annotations', first.annotation_id)}, ${url('annotations', second.annotation_id)}|17||Ada Admin||&lt;i&gt;</p>`,
    })
  })

  it('uses recipients, documents and texts of the request instead of those of the template', async () => {
    const { document_id } = await anAnnotation(server.deps.db, tenant)
    const rendered = await render(
      { subject: 'Old', message: '{{document_list}}', to: [{ email: 'a@example.org' }] },
      {
        to: [{ email: 'b@example.org' }],
        document_list: [url('documents', document_id)],
        template_values: { subject: 'New {{ name }}', name: 'A & B' },
      },
    )
    expect(rendered).toEqual({
      to: [{ email: 'b@example.org' }],
      cc: [],
      bcc: [],
      subject: 'New A & B',
      message: 'invoice.pdf',
    })
  })

  it('refuses invisible objects and invalid recipients', async () => {
    const created = await create()
    const errorsOf = async (body: object) => {
      const answer = await admin.post(`/email_templates/${created.id}/render`, body)
      expect(answer.status).toBe(400)
      return answer.body
    }
    const missing = ['Invalid hyperlink - object does not exist.']
    expect(await errorsOf({ annotation_list: [url('annotations', 999999999)] })).toMatchObject({
      annotation_list: missing,
    })
    expect(await errorsOf({ document_list: [url('documents', 999999999)] })).toMatchObject({ document_list: missing })
    expect(await errorsOf({ parent_email: url('emails', 999999999) })).toMatchObject({ parent_email: missing })
    expect(await errorsOf({ to: [{ email: 'x' }] })).toMatchObject({ to: ['Enter a valid email address.'] })
    expect(await errorsOf({ template_values: { a: [] } })).toMatchObject({
      template_values: { a: ['Not a valid string.'] },
    })
  })
})
