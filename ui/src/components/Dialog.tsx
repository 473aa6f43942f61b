import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

interface Props {
  title: string
  description?: ReactNode
  /** For text that wants room. */
  wide?: boolean
  onClose(): void
  children: ReactNode
}

/** The button marked `data-first` has the focus at the beginning, whatever stands before it. */
function focusFirst(event: Event) {
  const first = event.currentTarget instanceof HTMLElement ? event.currentTarget.querySelector<HTMLElement>('[data-first]') : null
  if (!first) return
  event.preventDefault()
  first.focus()
}

/** A question that must be answered before anything else. */
export function Dialog({ title, description, wide = false, onClose, children }: Props) {
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/35" />
        <Radix.Content
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onOpenAutoFocus={focusFirst}
          className={`rise fixed left-1/2 z-50 -translate-x-1/2 rounded-xl border border-line bg-raised p-5 shadow-pop ${wide ? 'top-[10vh] w-[min(720px,calc(100vw-48px))]' : 'top-[16vh] w-[min(440px,calc(100vw-48px))]'}`}
        >
          <Radix.Title className="text-lg font-semibold text-balance">{title}</Radix.Title>
          {description !== undefined && <Radix.Description className="mt-1.5 text-base text-ink-2">{description}</Radix.Description>}
          <div className="mt-4">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
