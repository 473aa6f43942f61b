interface Props {
  head: string
  tail: string
  title: string
  className?: string
}

/** Text in one line: where it is too long, the head gives way and the tail stays. */
export function Clipped({ head, tail, title, className = '' }: Props) {
  return (
    <span title={title} className={`flex min-w-0 whitespace-pre ${className}`}>
      {head !== '' && <span className="min-w-0 shrink-[9999] overflow-hidden text-ellipsis">{head}</span>}
      <span className="min-w-0 overflow-hidden text-ellipsis">{tail}</span>
    </span>
  )
}
