/** A path in one line: where it is too long, its beginning gives way and the last part stays. */
export function PathText({ path, title = path, className = '' }: { path: string; title?: string; className?: string }) {
  const cut = Math.max(path.slice(0, -1).lastIndexOf('/'), path.slice(0, -1).lastIndexOf('\\'))
  const [head, tail] = cut > 0 ? [path.slice(0, cut), path.slice(cut)] : ['', path]
  return (
    <span title={title} className={`selectable flex min-w-0 whitespace-nowrap ${className}`}>
      {head !== '' && <span className="min-w-0 shrink-[9999] overflow-hidden text-ellipsis">{head}</span>}
      <span className="min-w-0 overflow-hidden text-ellipsis">{tail}</span>
    </span>
  )
}
