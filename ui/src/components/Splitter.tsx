import { useCallback, useState, type KeyboardEvent, type PointerEvent } from 'react'

interface Props {
  label: string
  width: number
  min: number
  max: number
  onChange(width: number): void
}

/** The edge between the main area and the panel on its right; drag it, or use the arrow keys. */
export function Splitter({ label, width, min, max, onChange }: Props) {
  const [start, setStart] = useState<{ x: number; width: number } | null>(null)
  const clamp = useCallback((wanted: number) => Math.round(Math.min(max, Math.max(min, wanted))), [min, max])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowLeft' ? 24 : event.key === 'ArrowRight' ? -24 : 0
    if (step !== 0) onChange(clamp(width + step))
  }
  const onPointerDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    setStart({ x: event.clientX, width })
  }
  return (
    // A focusable separator is a widget (WAI-ARIA window splitter), which the rule does not know.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => start && onChange(clamp(start.width + start.x - event.clientX))}
      onPointerUp={() => setStart(null)}
      onPointerCancel={() => setStart(null)}
      className={`relative z-10 w-px shrink-0 cursor-col-resize bg-line before:absolute before:inset-y-0 before:-left-1 before:w-2 hover:bg-accent ${start ? 'bg-accent' : ''}`}
    />
  )
}
