/** Names that the service gives to parts. */
import { t } from '../../i18n/index.ts'
import type { Editor } from './editor.ts'
import { isDocument, type Draft, type Part } from './model.ts'

/** Returns the number of a part among those without a name of their own, as the service counts them in a first division. */
export function numberAmongUnnamed({ parts }: Draft, part: Part): number {
  return parts.filter((one) => isDocument(one) && (!one.name.trim() || one === part)).indexOf(part) + 1
}

/** Returns the name that a part gets if the user enters none; the service decides, so later divisions have no number. */
export function generatedName({ opened, draft }: Editor, part: Part): string {
  if (part.annotation !== null) return t('editing.nameKept')
  const stem = opened.name.replace(/(?<=.)\.[^.]{1,10}$/, '')
  return opened.isSplit ? t('editing.nameGenerated') : `${stem}_${numberAmongUnnamed(draft.value, part)}.pdf`
}
