import { Page } from '../../../models/index.ts'
import { rowsOf } from '../../rows.ts'

export const pageRows = rowsOf(Page)
