import type { ReactNode } from 'react'

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
