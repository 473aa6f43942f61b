interface Props {
  label: string
  count: number | null
  current: boolean
  onClick(): void
}

/** Limits the list to what it names. */
export function Chip({ label, count, current, onClick }: Props) {
  return (
    <button
      type="button"
      aria-pressed={current}
      onClick={onClick}
      title={label}
      className="inline-flex h-6 max-w-52 items-center gap-1.5 rounded-full border border-line-strong px-2.5 text-sm text-ink-2 hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
    >
      <span className="truncate">{label}</span>
      {count !== null && <span className="tabular">{count}</span>}
    </button>
  )
}
