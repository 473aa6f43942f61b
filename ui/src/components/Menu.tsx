import { DropdownMenu } from 'radix-ui'
import type { ReactElement } from 'react'

export interface MenuItem {
  label: string
  onSelect(): void
  danger?: boolean
}

/** A small menu behind a button. */
export function Menu({ trigger, items }: { trigger: ReactElement; items: MenuItem[] }) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="end" sideOffset={4} className="rise z-50 min-w-40 rounded-lg border border-line bg-raised p-1 shadow-pop">
          {items.map((item) => (
            <DropdownMenu.Item
              key={item.label}
              onSelect={item.onSelect}
              className={`flex h-7 items-center rounded-md px-2 text-base outline-none data-[highlighted]:bg-well ${item.danger ? 'text-danger' : ''}`}
            >
              {item.label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
