/** Document › section › section, in one line that gives way in the middle, or in full. */
export function Trail({ parts, wrap = false, className = '' }: { parts: string[]; wrap?: boolean; className?: string }) {
  const text = parts.join(' › ')
  return (
    <span className={`${wrap ? 'break-words' : 'block truncate'} ${className}`} title={wrap ? undefined : text}>
      {parts.map((part, index) => (
        <span key={index}>
          {index > 0 && <span className="text-ink-3"> › </span>}
          {/* A page must not be torn from its `p.` */}
          <span className={wrap && part.length < 24 ? 'whitespace-nowrap' : ''}>{part}</span>
        </span>
      ))}
    </span>
  )
}
