/** The labels of tax and registration numbers, which are printed in documents of any language. */
import { TAX_IDS, type TaxIdClass, type TaxIdKind } from '../normalise/tax-ids/index.ts'

const split = (phrases: string | undefined): string[] => phrases?.split(' | ') ?? []

export interface TaxIdLabel {
  phrase: string
  class: TaxIdClass
  kind: TaxIdKind
  /** In small letters it is a word of another language. */
  capitals: boolean
  /** Numbers of other kinds have this label too. */
  general: boolean
}

export const TAX_ID_LABELS: readonly TaxIdLabel[] = TAX_IDS.flatMap((kind) => [
  ...split(kind.labels).map((phrase) => ({ phrase, class: kind.class, kind, capitals: false, general: false })),
  ...split(kind.capitals).map((phrase) => ({ phrase, class: kind.class, kind, capitals: true, general: false })),
  ...split(kind.general).map((phrase) => ({ phrase, class: kind.class, kind, capitals: false, general: true })),
])
