import { command } from '../command.ts'
import { connect, CONNECTION, DRY_RUN, JSON_OUTPUT } from '../client/options.ts'
import { Problem } from '../problem.ts'

const terms = (describe: string) => ({ type: 'string', array: true, default: [] as string[], describe }) as const

export const deleteCommand = command({
  usage: 'delete',
  purpose: 'Delete everything of a supplier or person, after a preview',
  details:
    'Documents and emails that match any of the options, with all that belongs to them. Prints what would be deleted and what the law requires to keep, and asks before it deletes. docs/retention.md describes what is found and deleted.',
  examples: [
    [
      "sheaf delete --supplier 'Nordwind Papier GmbH' --iban 'DE89 3704 0044 0532 0130 00' --dry-run",
      'print what would be deleted, and do nothing',
    ],
    ["sheaf delete --supplier 'Nordwind Papier GmbH' --email @nordwind-papier.example --yes", 'delete it'],
  ],
  options: {
    supplier: terms('Names, as a whole'),
    'vat-id': terms('VAT or tax ids'),
    iban: terms('IBANs or account numbers'),
    email: terms('Addresses, or domains such as @supplier.example'),
    value: terms('Values of any field, also of fields about the customer'),
    yes: { type: 'boolean', default: false, describe: 'Delete without a question' },
    ...DRY_RUN,
    ...JSON_OUTPUT,
    ...CONNECTION,
  },
  run: async (args) => {
    const given: Record<string, string[]> = {
      names: args.supplier,
      vat_ids: args['vat-id'],
      ibans: args.iban,
      emails: args.email,
      values: args.value,
    }
    const search = Object.fromEntries(Object.entries(given).filter(([, values]) => values.length > 0))
    if (Object.keys(search).length === 0)
      throw new Problem('Give at least one of --supplier, --vat-id, --iban, --email and --value.')
    if (args.json && !args.yes && !args['dry-run']) throw new Problem('--json needs --dry-run or --yes.')
    const { deleteAll } = await import('../client/delete.ts')
    const rest = await connect(args)
    return deleteAll(rest, search, { yes: args.yes, dryRun: args['dry-run'], json: args.json })
  },
})
