/** Trade documents: purchase orders, delivery notes, certificates of analysis. */
import type { LineColumn } from '@sheaf/extraction/types'
import type { SchemaContent, SchemaDatapoint } from '../../../rules/schema/index.ts'
import { column, field, section, table, type FieldSpec } from './builders.ts'
import { LINES } from './catalogue.ts'
import type { Region } from './regions.ts'

const fields = (region: Region, specs: readonly FieldSpec[]) => specs.map((spec) => field(region, spec))

/** Columns of line items with the labels of this document, in this order. */
const columns = (region: Region, names: readonly (readonly [LineColumn, string, string?])[]): SchemaDatapoint[] =>
  names.map(([name, id, label]) =>
    column(
      region,
      LINES.find((entry) => entry.name === name)!,
      { id, hidden: false, ...(label ? { label } : {}) },
    ),
  )

const supplier: readonly FieldSpec[] = [
  { id: 'sender_name', label: 'Supplier name', type: 'string' },
  { id: 'sender_address', label: 'Supplier address', type: 'string' },
  { id: 'sender_vat_id', label: 'Supplier VAT number', type: 'string' },
]
const customer: readonly FieldSpec[] = [
  { id: 'recipient_name', label: 'Customer name', type: 'string' },
  { id: 'recipient_address', label: 'Customer address', type: 'string' },
  { id: 'recipient_delivery_name', label: 'Delivery name', type: 'string' },
  { id: 'recipient_delivery_address', label: 'Delivery address', type: 'string' },
]

export const deliveryNote = (region: Region): SchemaContent => [
  section(
    'basic_info',
    'Basic information',
    fields(region, [
      {
        id: 'delivery_note_id',
        label: 'Delivery note number',
        type: 'string',
        from: ['delivery_note_id', 'document_id'],
        required: true,
      },
      { id: 'date_issue', label: 'Issue date', type: 'date' },
      { id: 'date_delivery', label: 'Delivery date', type: 'date' },
      { id: 'order_id', label: 'Order number', type: 'string' },
      { id: 'sender_order_id', label: "Supplier's order number", type: 'string' },
      { id: 'customer_id', label: 'Customer number', type: 'string' },
    ]),
  ),
  section(
    'shipping',
    'Shipping',
    fields(region, [
      { id: 'carrier', label: 'Carrier', type: 'string' },
      { id: 'tracking_number', label: 'Tracking number', type: 'string' },
      { id: 'number_of_packages', label: 'Packages', type: 'number' },
      { id: 'gross_weight', label: 'Gross weight', type: 'number' },
      { id: 'net_weight', label: 'Net weight', type: 'number' },
    ]),
  ),
  section('vendor', 'Supplier', fields(region, supplier)),
  section('customer', 'Customer', fields(region, customer)),
  section('line_items_section', 'Delivered items', [
    table('line_items', 'Delivered items', 'line_item', 'line_items', [
      ...columns(region, [
        ['table_column_code', 'item_code'],
        ['table_column_description', 'item_description'],
        ['table_column_quantity', 'item_quantity', 'Quantity delivered'],
        ['table_column_uom', 'item_uom'],
      ]),
      field(region, { id: 'item_quantity_ordered', label: 'Quantity ordered', type: 'number' }),
      field(region, { id: 'item_batch', label: 'Batch', type: 'string' }),
    ]),
  ]),
]

export const purchaseOrder = (region: Region): SchemaContent => [
  section(
    'basic_info',
    'Basic information',
    fields(region, [
      { id: 'order_id', label: 'Order number', type: 'string', from: ['order_id', 'document_id'], required: true },
      { id: 'date_issue', label: 'Order date', type: 'date', required: true },
      { id: 'date_delivery', label: 'Requested delivery date', type: 'date' },
      { id: 'sender_order_id', label: "Supplier's offer number", type: 'string' },
      { id: 'customer_id', label: 'Customer number', type: 'string' },
      { id: 'terms', label: 'Payment terms', type: 'string' },
    ]),
  ),
  section(
    'amounts',
    'Amounts',
    fields(region, [
      { id: 'currency', label: 'Currency', type: 'enum' },
      { id: 'amount_total_base', label: 'Total without tax', type: 'number' },
      { id: 'amount_total_tax', label: 'Tax', type: 'number' },
      { id: 'amount_total', label: 'Total with tax', type: 'number' },
    ]),
  ),
  section('vendor', 'Supplier', fields(region, supplier)),
  section('customer', 'Customer', fields(region, customer)),
  section('line_items_section', 'Ordered items', [
    table(
      'line_items',
      'Ordered items',
      'line_item',
      'line_items',
      columns(region, [
        ['table_column_code', 'item_code'],
        ['table_column_description', 'item_description'],
        ['table_column_quantity', 'item_quantity'],
        ['table_column_uom', 'item_uom'],
        ['table_column_amount_base', 'item_amount_base'],
        ['table_column_amount_total_base', 'item_amount_total_base'],
      ]),
    ),
  ]),
]

export const certificateOfAnalysis = (region: Region): SchemaContent => [
  section(
    'basic_info',
    'Certificate',
    fields(region, [
      { id: 'document_id', label: 'Certificate number', type: 'string', required: true },
      { id: 'date_issue', label: 'Issue date', type: 'date', required: true },
      { id: 'order_id', label: 'Order number', type: 'string' },
      { id: 'delivery_note_id', label: 'Delivery note number', type: 'string' },
    ]),
  ),
  section(
    'product',
    'Product',
    fields(region, [
      { id: 'product_name', label: 'Product', type: 'string' },
      { id: 'product_code', label: 'Product code', type: 'string' },
      { id: 'batch_number', label: 'Batch number', type: 'string' },
      { id: 'batch_quantity', label: 'Quantity', type: 'number' },
      { id: 'date_production', label: 'Production date', type: 'date' },
      { id: 'date_expiry', label: 'Best before', type: 'date' },
    ]),
  ),
  section('vendor', 'Manufacturer', fields(region, supplier)),
  section('customer', 'Customer', fields(region, customer.slice(0, 2))),
  section('parameters_section', 'Results', [
    table('parameters', 'Results', 'parameter', 'line_items', [
      ...columns(region, [
        ['table_column_description', 'parameter_name', 'Parameter'],
        ['table_column_uom', 'parameter_unit'],
      ]),
      field(region, { id: 'parameter_result', label: 'Result', type: 'string' }),
      field(region, { id: 'parameter_minimum', label: 'Minimum', type: 'string' }),
      field(region, { id: 'parameter_maximum', label: 'Maximum', type: 'string' }),
      field(region, { id: 'parameter_method', label: 'Method', type: 'string' }),
    ]),
  ]),
]
