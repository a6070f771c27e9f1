import type { Delivery } from '../rules/export-profiles/delivery.ts'
import type { Encoding, ExportColumn, ExportSettings } from '../rules/export-profiles/types.ts'
import { BaseModel } from './base.ts'
import type { Organization } from './organizations.ts'
import type { User } from './people.ts'
import type { Queue } from './queues.ts'

/** A saved form of the exports of a queue. */
export class ExportProfile extends BaseModel implements ExportSettings {
  static override tableName = 'export_profiles'
  static override jsonAttributes = ['columns', 'preamble', 'delivery']

  declare id: number
  declare organization_id: number
  declare queue_id: number
  declare name: string
  /** A profile that reads a field which was removed is disabled, and exports nothing. */
  declare enabled: boolean
  declare columns: ExportColumn[]
  declare lines_of: string | null
  declare headings: boolean
  declare preamble: string[]
  declare encoding: Encoding
  declare unencodable: 'transliterate' | 'refuse'
  declare bom: boolean
  declare delimiter: string
  declare quote_char: string
  declare quoting: 'quote_minimal' | 'quote_all' | 'quote_non_numeric'
  declare line_end: 'crlf' | 'lf'
  declare formula_protection: boolean
  declare decimal_separator: '.' | ','
  declare decimals: number | null
  declare date_format: string
  declare file_name: string
  declare extension: string
  declare include_documents: boolean
  declare delivery: Delivery | null
  /** The secret key of a store, or the password of a user of an SFTP server. */
  declare sealed_delivery_secret: Buffer | null
  /** The private key of a user of an SFTP server, without its passphrase. */
  declare sealed_delivery_key: Buffer | null
  /** Until when runs of the schedule are planned. */
  declare delivery_planned_at: string | null
  declare created_by: number | null
  declare created_at: string
  declare modified_by: number | null
  declare modified_at: string

  declare created_by_user?: User | null
  declare modified_by_user?: User | null
  declare organization?: Organization
  declare queue?: Queue
}

/** A file of an export profile that is to be sent, or was. */
export class ExportDelivery extends BaseModel {
  static override tableName = 'export_deliveries'

  declare id: number
  declare organization_id: number
  declare queue_id: number
  /** Null after the profile was deleted. */
  declare export_profile_id: number | null
  /** When the delivery was planned; null for deliveries of older releases. */
  declare profile_name: string | null
  declare status: 'pending' | 'sent' | 'failed'
  declare destination: string
  /** Determines the file. */
  declare planned_at: string
  declare documents: number
  declare file_name: string | null
  declare size: number | null
  declare sha256: string | null
  declare error: string | null
  declare creator_id: number | null
  /** When its workflow was last started. */
  declare started_at: string | null
  declare finished_at: string | null
  /** The email with the file. */
  declare email_id: number | null

  declare creator?: User | null
  declare export_profile?: ExportProfile | null
  declare organization?: Organization
  declare queue?: Queue
}

/** A document that a profile has delivered, or will with a delivery that was planned. The profile may be deleted. */
export class ExportDeliveryDocument extends BaseModel {
  static override tableName = 'export_delivery_documents'
  static override idColumn = ['export_profile_id', 'annotation_id']

  declare export_profile_id: number
  declare annotation_id: number
  declare export_delivery_id: number
}
