import { useEffect, useState, type ReactNode } from 'react'

export const FIELD = 'h-7 rounded-md border border-line-strong bg-raised px-2'

export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-t border-line py-5 first:border-t-0">
      <h2 className="mb-3 font-semibold">{title}</h2>
      <div className="space-y-4">{children}</div>
    </section>
  )
}

export function Line({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-1.5">
      <div className="w-56 shrink-0 pt-1">
        <p>{label}</p>
        {hint && <p className="text-sm text-ink-3 text-pretty">{hint}</p>}
      </div>
      <div className="min-w-0 flex-1 basis-60">{children}</div>
    </div>
  )
}

/** Kept when the field is left or Enter is pressed, not at every letter. */
export function TextField({ label, value, placeholder, onCommit }: { label: string; value: string; placeholder: string; onCommit(value: string): void }) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const commit = () => text.trim() !== value && onCommit(text.trim())
  return (
    <input
      value={text}
      placeholder={placeholder}
      aria-label={label}
      spellCheck={false}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
      className={`${FIELD} w-full max-w-80 font-mono text-sm`}
    />
  )
}
