// The arrows between folders (ARCHITECTURE.md) are enforced here: an import that points the wrong way fails the lint.
import js from '@eslint/js'
import tseslint from 'typescript-eslint'

/** A folder and the folders it must not import from. */
const arrows = [
  ['db', ['src']],
  ['src/rules', ['db', 'src/api', 'src/domain', 'src/activities', 'src/workflows', 'src/extraction', 'src/sandbox']],
  ['src/domain', ['src/api', 'src/activities', 'src/sandbox/children', 'src/cli']],
  ['src/api', ['src/activities', 'src/cli', 'src/workflows/index.ts']],
  ['src/extraction', ['db', 'src/api', 'src/domain', 'src/activities', 'src/workflows', 'src/cli']],
  ['src/sandbox', ['db', 'src/api', 'src/domain', 'src/activities', 'src/workflows', 'src/cli']],
  ['src/workflows', ['db', 'src/api', 'src/domain', 'src/extraction', 'src/sandbox', 'src/cli']],
]

export default tseslint.config(
  { ignores: ['node_modules', 'out', '.sheaf', 'bench-results', 'tmp'] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
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
  ...arrows.map(([folder, banned]) => ({
    files: [`${folder}/**/*.ts`],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: banned.map((b) => ({
            regex: `^(\\.\\./)+(src/)?${b.replace('src/', '')}(/|$)`,
            allowTypeImports: true,
            message: `${folder} must not import from ${b} (see ARCHITECTURE.md, arrows).`,
          })),
        },
      ],
    },
  })),
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
