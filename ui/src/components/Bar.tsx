/** A thin bar; without a share it only says that something is going on. */
export function Bar({ share, label, className = '' }: { share: number | null; label: string; className?: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(share === null ? {} : { 'aria-valuenow': Math.round(share * 100) })}
      className={`h-[3px] overflow-hidden rounded-full bg-well ${className}`}
    >
      <div
        className={`h-full rounded-full bg-accent ${share === null ? 'skeleton w-1/4' : 'transition-[width] duration-200'}`}
        style={share === null ? { background: 'var(--accent)' } : { width: `${share * 100}%` }}
      />
    </div>
  )
}
