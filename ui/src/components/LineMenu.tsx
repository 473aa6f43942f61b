import { Ellipsis } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useId, useRef, useState } from 'react'

import { MenuList, type MenuItem } from './Menu'

interface Props {
  label: string
  /** Asked for when the menu opens. */
  items(): MenuItem[]
  tabIndex?: number | undefined
}

/** The menu of one of very many lines: a plain button until somebody comes to it, so that lines that scroll past cost no menu. */
export function LineMenu({ label, items, tabIndex }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  // A menu that is there before it opens knows whether keys or a pointer open it.
  const [armed, setArmed] = useState(false)
  const [open, setOpen] = useState(false)
  return (
    <span className="relative inline-flex">
      <button
        ref={button}
        id={id}
        type="button"
        title={label}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        tabIndex={tabIndex}
        onFocus={() => setArmed(true)}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
        className="inline-flex size-7 shrink-0 items-center justify-center rounded-md text-ink-2 transition-colors hover:bg-well hover:text-ink aria-expanded:bg-well aria-expanded:text-ink"
      >
        <Ellipsis size={16} strokeWidth={1.75} aria-hidden />
      </button>
      {(armed || open) && (
        <DropdownMenu.Root open={open} onOpenChange={setOpen}>
          <DropdownMenu.Trigger asChild>
            <span aria-hidden role="presentation" className="pointer-events-none absolute inset-0" />
          </DropdownMenu.Trigger>
          {open && (
            <MenuList
              items={items()}
              aria-labelledby={id}
              onCloseAutoFocus={(event) => {
                event.preventDefault()
                button.current?.focus({ preventScroll: true })
              }}
            />
          )}
        </DropdownMenu.Root>
      )}
    </span>
  )
}
