/** Texts of tenants in the details that operators see in Temporal's UI, which shows them as Markdown. */

/** Escapes what would make a text a link, a picture, code or HTML. */
export const plainInMarkdown = (text: string): string => text.replace(/[\\`[\]<>]/g, '\\$&')
