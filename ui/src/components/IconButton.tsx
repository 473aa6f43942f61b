import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

import { Tip } from './Tip'

type Props = Omit<ComponentProps<'button'>, 'children'> & { icon: LucideIcon; label: string; pressed?: boolean; size?: number }

/** A button that is only a picture; its label is its name and its tooltip. */
export function IconButton({ icon: Icon, label, pressed, size = 16, className = '', ...rest }: Props) {
  return (
    <Tip text={label}>
      <button
        type="button"
        aria-label={label}
        aria-pressed={pressed}
        className={`inline-flex size-7 shrink-0 items-center justify-center rounded-md text-ink-2 transition-colors hover:bg-well hover:text-ink disabled:pointer-events-none disabled:opacity-35 aria-pressed:bg-well aria-pressed:text-ink ${className}`}
        {...rest}
      >
        <Icon size={size} strokeWidth={1.75} aria-hidden />
      </button>
    </Tip>
  )
}
