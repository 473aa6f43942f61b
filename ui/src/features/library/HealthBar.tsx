import { useTranslation } from 'react-i18next'

import type { PageHealth } from '@/backend'
import { Tip } from '@/components/Tip'

const CLASSES = [
  { key: 'text', color: 'var(--accent)' },
  { key: 'scanned', color: 'var(--mark)' },
  { key: 'garbled', color: 'var(--danger)' },
  { key: 'empty', color: 'var(--line-strong)' },
] as const

/** How many pages have text, are scans, are garbled or empty, as one bar. */
export function HealthBar({ health }: { health: PageHealth }) {
  const { t } = useTranslation()
  const total = health.text + health.scanned + health.garbled + health.empty
  if (total === 0) return <span className="text-ink-3">–</span>
  const parts = CLASSES.filter(({ key }) => health[key] > 0)
  const words = parts.map(({ key }) => t(`health.${key}`, { count: health[key] })).join(', ')
  return (
    <Tip text={words}>
      <span role="img" aria-label={words} className="flex h-[5px] w-full max-w-16 gap-px overflow-hidden rounded-full">
        {parts.map(({ key, color }) => (
          <span key={key} style={{ background: color, flexGrow: health[key], minWidth: 3 }} />
        ))}
      </span>
    </Tip>
  )
}
