// Arrows between packages and folders (scripts/layers.ts, ARCHITECTURE.md) are enforced here: an import that points the wrong way fails the lint.
import { dirname, join, relative } from 'node:path'
import js from '@eslint/js'
import tseslint from 'typescript-eslint'
import { ids, lookups } from './scripts/lint/checked-ids.ts'
import { allows, isByPath, layerOf, targetOf } from './scripts/layers.ts'

const root = import.meta.dirname

/** @type {import('eslint').Rule.RuleModule} */
const arrows = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      upward: '{{from}} must not import from {{to}} (see scripts/layers.ts).',
      byPath: 'Import a package by its name, and nothing of the service from a package.',
    },
  },
  create(context) {
    const from = relative(root, context.filename)
    const check = (node, isType) => {
      const specifier = node.source?.value
      const to = typeof specifier === 'string' && targetOf(from, specifier)
      if (!to) return
      if (isByPath(from, to, specifier)) context.report({ node, messageId: 'byPath' })
      if (allows(from, to, isType)) return
      context.report({ node, messageId: 'upward', data: { from: layerOf(from), to: layerOf(to) } })
    }
    return {
      ImportDeclaration: (node) => check(node, node.importKind === 'type'),
      ExportNamedDeclaration: (node) => check(node, node.exportKind === 'type'),
      ExportAllDeclaration: (node) => check(node, node.exportKind === 'type'),
      ImportExpression: (node) => check(node, false),
    }
  },
}

/** @type {import('eslint').Rule.RuleModule} */
const ownFolder = {
  meta: { type: 'problem', schema: [], messages: { outside: 'The review screen must not import {{to}}.' } },
  create(context) {
    const check = ({ source }) => {
      if (typeof source?.value !== 'string') return
      const to = relative(root, join(dirname(context.filename), source.value))
      const isPackage = !source.value.startsWith('.')
      const isAllowed = isPackage
        ? /^(preact|@preact\/signals|icu-minify)(\/|$)/.test(source.value)
        : to.startsWith('web/src/')
      if (!isAllowed)
        context.report({ node: source, messageId: 'outside', data: { to: isPackage ? source.value : to } })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    }
  },
}

export default tseslint.config(
  {
    ignores: [
      'node_modules',
      'out',
      'dist',
      'web/dist',
      'web/src/api/types.ts',
      'test/generators',
      '.sheaf',
      'bench-results',
      'tmp',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: root } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': 'off',
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
  {
    // Code of functions, which runs in the sandbox.
    files: ['templates/**/*.js'],
    languageOptions: { globals: { fetch: 'readonly' } },
  },
  {
    files: ['{src,db,packages,test,scripts,bench}/**/*.ts'],
    plugins: { sheaf: { rules: { arrows } } },
    rules: { 'sheaf/arrows': 'error' },
  },
  {
    // Numbers that come from outside become ids where their organization is checked, and nowhere else. Queries that are older than this rule
    // are in eslint-suppressions.json; `--prune-suppressions` removes those that take ids now.
    files: ['src/{domain,resources,activities,api,worker,workflows,mail}/**/*.ts'],
    plugins: { scope: { rules: { ids, lookups } } },
    rules: { 'scope/ids': 'error', 'scope/lookups': 'error' },
  },
  {
    // They check the organization. The framework reads rows of all tables after `visible`, and passes on what its fields have resolved.
    files: ['src/domain/owned.ts', 'src/resources/framework/{fields,relations,verbs}.ts'],
    rules: { 'scope/ids': 'off' },
  },
  {
    // The review screen is a client of the API: it imports packages, and nothing outside of its own folder.
    files: ['web/src/**/*.{ts,tsx}'],
    plugins: { sheaf: { rules: { ownFolder } } },
    rules: { 'sheaf/ownFolder': 'error' },
  },
  {
    // Resources read rows, typed by the models, and write none. The framework handles rows of any table.
    files: ['src/resources/**/*.ts'],
    ignores: ['src/resources/framework/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.property.name=/^(insert|insertGraph|patch|upsertGraph|deleteById|increment|decrement|truncate)$/]',
          message: 'Rows are written by functions of src/domain.',
        },
        {
          // Of a query, that is of the result of another call; `createHash(…).update(…)` is none.
          selector:
            'CallExpression[callee.property.name=/^(update|delete|del)$/][callee.object.type="CallExpression"]:not([callee.object.callee.name="createHash"]):not([callee.object.callee.property.name="update"])',
          message: 'Rows are written by functions of src/domain.',
        },
        {
          selector:
            'TSAsExpression[expression.type="MemberExpression"][expression.object.name=/^(row|rows|one|annotation|document|email|hook|queue|user)$/]',
          message: 'Type the query by a model of src/models; do not cast columns.',
        },
      ],
    },
  },
  {
    // Rows are typed by the models: a cast would hide a column that has changed. Where another library's types leave no way around one,
    // a line above it disables the rule and gives the reason.
    files: ['src/domain/**/*.ts', 'src/activities/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'TSAsExpression:not([typeAnnotation.typeName.name="const"])',
          message: 'Type the query by a model of src/models, or narrow the value; do not cast.',
        },
        { selector: 'TSTypeAssertion', message: 'Narrow the value; do not cast.' },
        { selector: 'TSAnyKeyword', message: 'Use the row of a model, or unknown.' },
      ],
    },
  },
  {
    files: ['src/workflows/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^node:', message: 'Workflows run in a deterministic sandbox without Node.' }] },
      ],
    },
  },
)
