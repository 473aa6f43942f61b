import type { LucideIcon } from 'lucide-react'
import { ToggleGroup } from 'radix-ui'

interface Props<T extends string> {
  label: string
  value: T
  /** One with a picture shows that alone; its label is its name. */
  options: readonly { value: T; label: string; icon?: LucideIcon }[]
  onChange(value: T): void
}

/** One of a few. */
export function Segmented<T extends string>({ label, value, options, onChange }: Props<T>) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(next) => next !== '' && onChange(next as T)}
      className="inline-flex max-w-full overflow-x-auto rounded-lg bg-well p-0.5 [scrollbar-width:none]"
    >
      {options.map(({ value: own, label: words, icon: Icon }) => (
        <ToggleGroup.Item
          key={own}
          value={own}
          {...(Icon ? { 'aria-label': words, title: words } : {})}
          className={`h-6 shrink-0 rounded-md ${Icon ? 'px-1.5' : 'px-2.5'} text-base whitespace-nowrap focus-visible:-outline-offset-2 text-ink-2 hover:text-ink data-[state=on]:bg-raised data-[state=on]:font-medium data-[state=on]:text-ink data-[state=on]:shadow-[0_1px_2px_rgb(0_0_0/15%)]`}
        >
          {Icon ? <Icon size={15} strokeWidth={1.75} aria-hidden /> : words}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
