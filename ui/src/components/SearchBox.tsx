import { Search } from 'lucide-react'

interface Props {
  /** Placeholder, and the name for screen readers. */
  label: string
  text: string
  onText(text: string): void
  className?: string
}

/** A field that narrows the list below it while one types. */
export function SearchBox({ label, text, onText, className = '' }: Props) {
  return (
    <label className={`relative block ${className}`}>
      <Search size={14} className="pointer-events-none absolute top-[7px] left-2 text-ink-3" aria-hidden />
      <input
        type="search"
        value={text}
        onChange={(event) => onText(event.target.value)}
        placeholder={label}
        aria-label={label}
        className="h-7 w-full rounded-md border border-line-strong bg-raised pr-2 pl-7 placeholder:text-ink-3"
      />
    </label>
  )
}
