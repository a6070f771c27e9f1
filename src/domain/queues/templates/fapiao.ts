/** Chinese tax invoices (fapiao), labelled in English and as printed on the form. */
import type { SchemaContent } from '../../../rules/schema/index.ts'
import { column, field, section, table, type FieldSpec } from './builders.ts'
import { LINES } from './catalogue.ts'
import type { Region } from './regions.ts'

const COLUMNS: Record<string, string> = {
  table_column_description: 'Goods or services 货物或应税劳务名称',
  table_column_code: 'Model 规格型号',
  table_column_uom: 'Unit 单位',
  table_column_quantity: 'Quantity 数量',
  table_column_amount_base: 'Unit price 单价',
  table_column_amount_total_base: 'Amount 金额',
  table_column_rate: 'Tax rate 税率',
  table_column_tax: 'Tax 税额',
}

const party = (who: 'sender' | 'recipient', label: string): FieldSpec[] => [
  { id: `${who}_name`, label: `${label} 名称`, type: 'string' },
  {
    id: `${who}_vat_id`,
    label: `${label} taxpayer number 纳税人识别号`,
    type: 'string',
    from: [`${who}_vat_id`, `${who}_dic`, `${who}_ic`],
  },
  { id: `${who}_address`, label: `${label} address and telephone 地址、电话`, type: 'string' },
  {
    id: `${who}_bank`,
    label: `${label} bank and account 开户行及账号`,
    type: 'string',
    from: who === 'sender' ? ['account_num'] : [],
  },
]

export function fapiao(region: Region): SchemaContent {
  const fields = (specs: readonly FieldSpec[]) => specs.map((spec) => field(region, spec))
  const columns = Object.entries(COLUMNS).map(([name, label]) => {
    const entry = LINES.find((each) => each.name === name)!
    return column(region, entry, { id: name.replace('table_column', 'item'), label, hidden: false })
  })
  return [
    section(
      'basic_info',
      'Basic information 基本信息',
      fields([
        { id: 'fapiao_code', label: 'Invoice code 发票代码', type: 'string' },
        { id: 'document_id', label: 'Invoice number 发票号码', type: 'string', required: true },
        { id: 'date_issue', label: 'Issue date 开票日期', type: 'date', required: true },
        { id: 'check_code', label: 'Check code 校验码', type: 'string' },
        { id: 'machine_number', label: 'Machine number 机器编号', type: 'string', hidden: true },
        { id: 'document_type', label: 'Document type 发票类型', type: 'enum' },
      ]),
    ),
    section(
      'amounts',
      'Amounts 金额',
      fields([
        { id: 'currency', label: 'Currency 币种', type: 'enum' },
        { id: 'amount_total_base', label: 'Total without tax 合计金额', type: 'number' },
        { id: 'amount_total_tax', label: 'Tax 合计税额', type: 'number' },
        { id: 'amount_total', label: 'Total with tax 价税合计', type: 'number', required: true },
      ]),
    ),
    section('vendor', 'Seller 销售方', fields(party('sender', 'Seller'))),
    section('customer', 'Buyer 购买方', fields(party('recipient', 'Buyer'))),
    section('line_items_section', 'Line items 明细', [
      table('line_items', 'Line items 明细', 'line_item', 'line_items', columns),
    ]),
  ]
}
