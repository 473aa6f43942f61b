import type { PageHealth } from '@/backend'

const CLASSES = [
  { key: 'text', color: 'var(--accent)' },
  { key: 'scanned', color: 'var(--mark)' },
  { key: 'garbled', color: 'var(--danger)' },
  { key: 'empty', color: 'var(--line-strong)' },
] as const

/** The classes that a document has pages of. */
export function pageClasses(health: PageHealth) {
  return CLASSES.filter(({ key }) => health[key] > 0)
}

/** How many pages have text, are scans, are garbled or empty, as one bar; words stand beside it. */
export function HealthBar({ health }: { health: PageHealth }) {
  return (
    <span aria-hidden className="flex h-[5px] w-full gap-px overflow-hidden rounded-full">
      {pageClasses(health).map(({ key, color }) => (
        <span key={key} style={{ background: color, flexGrow: health[key], minWidth: 3 }} />
      ))}
    </span>
  )
}
