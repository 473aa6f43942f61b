import type { ComponentProps } from 'react'

type Kind = 'plain' | 'primary' | 'danger' | 'quiet'

const LOOK: Record<Kind, string> = {
  plain: 'border border-line-strong bg-raised text-ink hover:bg-side',
  primary: 'border border-transparent bg-accent text-accent-ink hover:brightness-110',
  danger: 'border border-transparent bg-danger text-raised hover:brightness-110',
  quiet: 'border border-transparent text-ink-2 hover:bg-well hover:text-ink',
}

export function Button({ kind = 'plain', className = '', ...rest }: ComponentProps<'button'> & { kind?: Kind }) {
  return (
    <button
      type="button"
      className={`inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md px-2.5 text-base font-medium whitespace-nowrap transition-colors disabled:pointer-events-none disabled:opacity-50 ${LOOK[kind]} ${className}`}
      {...rest}
    />
  )
}
