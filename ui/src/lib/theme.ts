/** Applies `system`, `light` or `dark` to the root element and remembers it for the next start. */
export type Theme = 'system' | 'light' | 'dark'

const KEY = 'waymark.theme'
const dark = () => window.matchMedia('(prefers-color-scheme: dark)')

function paint(theme: Theme): void {
  const resolved = theme === 'system' ? (dark().matches ? 'dark' : 'light') : theme
  document.documentElement.dataset.theme = resolved
}

export function asTheme(value: string): Theme {
  return value === 'light' || value === 'dark' ? value : 'system'
}

export function applyTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme)
  paint(theme)
}

/** Paints the remembered theme before anything is shown, and follows the system from then on. */
export function startTheme(): void {
  const remembered = () => asTheme(localStorage.getItem(KEY) ?? 'system')
  paint(remembered())
  dark().addEventListener('change', () => paint(remembered()))
}
