/**
 * What the compiler cannot refuse about ids (src/rules/access/ids.ts, decision 237): casts that make one, values of type `any` that become
 * one, and queries that read a row by a number whose organization was not checked.
 */
import type { Rule } from 'eslint'
import ts from 'typescript'

/** A node of the syntax tree. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- ESLint has no types for the nodes of TypeScript's syntax
type Node = any

/** The name of the symbol in the type `Id`. */
const BRAND = /^__@checkedIn@/

const isChecked = (type: ts.Type): boolean =>
  type.getProperties().some(({ escapedName }) => BRAND.test(`${escapedName}`))

const partsOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type])
const isText = ({ flags }: ts.Type): boolean => (flags & ts.TypeFlags.StringLike) !== 0
const isAny = ({ flags }: ts.Type): boolean => (flags & ts.TypeFlags.Any) !== 0

/** The types of the syntax tree of a file. */
function typesOf(context: Rule.RuleContext) {
  const { program, esTreeNodeToTSNodeMap } = context.sourceCode.parserServices as {
    program: ts.Program
    esTreeNodeToTSNodeMap: Map<Node, ts.Expression>
  }
  const checker = program.getTypeChecker()
  return {
    of: (node: Node): ts.Type => checker.getTypeAtLocation(esTreeNodeToTSNodeMap.get(node)!),
    wantedFor: (node: Node) => checker.getContextualType(esTreeNodeToTSNodeMap.get(node)!),
    itemsOf: (type: ts.Type) => checker.getIndexTypeOfType(type, ts.IndexKind.Number),
  }
}

/** No cast, type guard or `any` makes an id: `eslint.config.js` lists the files that check the organization and may. */
export const ids: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      cast: 'Only a check of the organization makes an id: use referencesIn or visibleIds, or ownedBy (decision 237).',
      any: 'This value has the type any, so its organization was not checked. Type the query by a model of src/models.',
    },
  },
  create(context) {
    const types = typesOf(context)
    const refuseCast = (node: Node) => {
      const target = node.typeAnnotation?.typeAnnotation ?? node.typeAnnotation
      if (!target || context.sourceCode.getText(target) === 'const') return
      // By its type, which may have another name: `type LabelId = Id<'labels'>`.
      if (partsOf(types.of(target)).some((part) => isChecked(types.itemsOf(part) ?? part)))
        context.report({ node, messageId: 'cast' })
    }
    const refuseAny = (value: Node) => {
      if (!value || !isAny(types.of(value))) return
      const wanted = types.wantedFor(value)
      if (wanted && partsOf(wanted).some(isChecked)) context.report({ node: value, messageId: 'any' })
    }
    return {
      TSAsExpression: refuseCast,
      TSTypeAssertion: refuseCast,
      TSTypePredicate: refuseCast,
      CallExpression: (node: Node) => {
        const given = node.typeArguments && context.sourceCode.getText(node.typeArguments)
        if (given && node.callee.property?.name === 'Unsafe' && /\bId(Of)?</.test(given))
          context.report({ node, messageId: 'cast' })
        for (const argument of node.arguments) if (argument.type !== 'SpreadElement') refuseAny(argument)
      },
      'ObjectExpression > Property': (node: Node) => refuseAny(node.value),
      VariableDeclarator: (node: Node) => refuseAny(node.id.typeAnnotation && node.init),
      ReturnStatement: (node: Node) => refuseAny(node.argument),
    }
  },
}

const BY_ID = ['findById', 'findByIds', 'deleteById', 'patchAndFetchById', 'updateAndFetchById']
const CONDITIONS = ['where', 'andWhere', 'orWhere', 'whereIn', 'orWhereIn', 'findOne']

const ORGANIZATION = /(^|\.)organization_id$/

/** Whether a column, as `where` names it, has ids of rows. The organization itself is the scope. */
const hasIds = (column: string): boolean => /(^|\.)(id|\w+_id)$/.test(column) && !ORGANIZATION.test(column)

/** Returns the columns that a call of a query builder states conditions on. */
function columnsOf({ callee, arguments: given }: Node): string[] {
  const [first] = given as Node[]
  if (!first || !CONDITIONS.includes(callee.property?.name as string)) return []
  if (typeof first.value === 'string') return [first.value]
  if (first.type !== 'ObjectExpression') return []
  return (first.properties as Node[]).flatMap(({ type, key }) =>
    type === 'Property' ? [`${key.name ?? key.value}`] : [],
  )
}

/** Whether a chain of calls states the organization in a condition, or starts with the rows that the caller sees. */
function isScoped(query: Node): boolean {
  for (let node = query; node; node = node.callee?.object ?? node.object) {
    if (node.type !== 'CallExpression') continue
    if (node.callee.name === 'visibleRows' || columnsOf(node).some((column) => ORGANIZATION.test(column))) return true
  }
  return false
}

/** A query by id needs an id, not a number, unless it has a condition on the organization. */
export const lookups: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      unchecked:
        'The organization of this {{type}} was not checked: take an Id<…>, or add a condition on organization_id (decision 237).',
    },
  },
  create(context) {
    const types = typesOf(context)
    /** Names the type of a value that may be of any organization; null for an id, and for a query. */
    const uncheckedType = (type: ts.Type, column: string): string | null => {
      for (const part of partsOf(type)) {
        if (isAny(part)) return 'any'
        if (part.flags & ts.TypeFlags.NumberLike) return 'number'
        // Columns such as `rir_poll_id` have texts of others; those named `id` are numbers, and parameters of paths are texts.
        if (part.flags & ts.TypeFlags.StringLike && /(^|\.)id$/.test(column)) return 'string'
      }
      return null
    }
    const check = (query: Node, column: string, value: Node) => {
      if (!value || value.type === 'SpreadElement' || !hasIds(column)) return
      const type = types.of(value)
      const found = uncheckedType((isAny(type) || isText(type) ? undefined : types.itemsOf(type)) ?? type, column)
      if (!found || isScoped(wholeOf(query))) return
      context.report({ node: value, messageId: 'unchecked', data: { type: found } })
    }
    return {
      CallExpression: (node: Node) => {
        const name = node.callee.property?.name as string | undefined
        const [first, ...rest] = node.arguments as Node[]
        if (!name || !first) return
        if (BY_ID.includes(name)) check(node, 'id', first)
        if (!CONDITIONS.includes(name)) return
        if (typeof first.value === 'string') check(node, first.value, rest.at(-1))
        if (first.type === 'ObjectExpression')
          for (const { type, key, value } of first.properties)
            if (type === 'Property') check(node, `${key.name ?? key.value}`, value)
      },
    }
  },
}

/** The chain of calls that a call belongs to. */
function wholeOf(node: Node): Node {
  const { parent } = node
  const isInside =
    (parent?.type === 'MemberExpression' && parent.object === node) ||
    (parent?.type === 'CallExpression' && parent.callee === node)
  return isInside ? wholeOf(parent) : node
}
