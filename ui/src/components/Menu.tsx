import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ComponentProps, ReactElement } from 'react'

export interface MenuItem {
  label: string
  onSelect(): void
  danger?: boolean
  /** One of several that can be on. */
  checked?: boolean
  /** Stands at the end of the line: a count, or what is the matter. */
  detail?: string
  /** A line is drawn above. */
  apart?: boolean
}

const LINE = 'flex min-h-7 items-center rounded-md px-2 py-0.5 text-base outline-none data-[highlighted]:bg-well'

function Words({ item }: { item: MenuItem }) {
  return (
    <>
      <span className="min-w-0 truncate">{item.label}</span>
      {item.detail !== undefined && <span className="ml-auto shrink-0 pl-4 text-sm text-ink-3 tabular">{item.detail}</span>}
    </>
  )
}

type ListProps = ComponentProps<typeof DropdownMenu.Content> & { items: MenuItem[] }

/** What an open menu shows. */
export function MenuList({ items, align = 'end', ...rest }: ListProps) {
  return (
    <DropdownMenu.Portal>
      <DropdownMenu.Content
        align={align}
        sideOffset={4}
        collisionPadding={8}
        className="rise z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-[min(400px,calc(100vw-32px))] min-w-40 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-pop"
        {...rest}
      >
        {items.map((item, index) => (
          <div key={`${index} ${item.label}`} role="presentation">
            {item.apart && <DropdownMenu.Separator className="mx-1 my-1 h-px bg-line" />}
            {item.checked === undefined ? (
              <DropdownMenu.Item onSelect={item.onSelect} className={`${LINE} ${item.danger ? 'text-danger' : ''}`}>
                <Words item={item} />
              </DropdownMenu.Item>
            ) : (
              <DropdownMenu.CheckboxItem checked={item.checked} onSelect={item.onSelect} className={LINE}>
                <Check size={13} aria-hidden className={`mr-2 shrink-0 text-accent ${item.checked ? '' : 'invisible'}`} />
                <Words item={item} />
              </DropdownMenu.CheckboxItem>
            )}
          </div>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  )
}

/** A small menu behind a button. */
export function Menu({ trigger, items, align = 'end' }: { trigger: ReactElement; items: MenuItem[]; align?: 'start' | 'end' }) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <MenuList items={items} align={align} />
    </DropdownMenu.Root>
  )
}
