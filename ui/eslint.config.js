import js from '@eslint/js'
import globals from 'globals'
import a11y from 'eslint-plugin-jsx-a11y'
import hooks from 'eslint-plugin-react-hooks'
import ts from 'typescript-eslint'

const tauriOnlyInBackend = {
  patterns: [{ group: ['@tauri-apps/*'], message: 'Only src/backend may know the shell; add to the Backend interface instead.' }],
}

export default ts.config(
  { ignores: ['dist', 'node_modules', 'src/backend/generated'] },
  js.configs.recommended,
  ts.configs.strict,
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks, 'jsx-a11y': a11y },
    languageOptions: { globals: globals.browser },
    rules: {
      ...a11y.flatConfigs.recommended.rules,
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'no-restricted-imports': ['error', tauriOnlyInBackend],
      'max-lines': ['error', 400],
      'jsx-a11y/no-autofocus': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  { files: ['src/backend/**/*.ts'], rules: { 'no-restricted-imports': 'off' } },
  { files: ['dev/**/*.mjs', '*.js', '*.ts'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
)
