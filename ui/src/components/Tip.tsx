import { Tooltip } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

export function Tip({ text, children, side = 'bottom' }: { text: ReactNode; children: ReactElement; side?: 'top' | 'bottom' | 'left' | 'right' }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="rise z-50 max-w-[360px] rounded-md border border-line bg-raised px-2 py-1 text-sm text-ink shadow-pop"
        >
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
