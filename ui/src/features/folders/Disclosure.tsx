import { ChevronRight, type LucideIcon } from 'lucide-react'
import { useId, type ReactNode, type Ref } from 'react'

interface Props {
  icon: LucideIcon
  words: string
  open: boolean
  onOpen(open: boolean): void
  button?: Ref<HTMLButtonElement>
  children: ReactNode
}

/** A line that unfolds what it counts. */
export function Disclosure({ icon: Icon, words, open, onOpen, button, children }: Props) {
  const id = useId()
  return (
    <div>
      <button ref={button} type="button" aria-expanded={open} aria-controls={id} onClick={() => onOpen(!open)} className="-ml-1 flex max-w-full items-start gap-1.5 rounded-md px-1 py-0.5 text-left text-sm text-warn hover:bg-well">
        <ChevronRight size={13} aria-hidden className={`mt-[2px] shrink-0 transition-transform ${open ? 'rotate-90' : ''}`} />
        <Icon size={13} aria-hidden className="mt-[2px] shrink-0" />
        {words}
      </button>
      <div id={id} hidden={!open} className="pt-1 pl-[18px]">
        {open && children}
      </div>
    </div>
  )
}
