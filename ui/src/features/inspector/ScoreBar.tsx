import { PARTS, type Part, type PartName } from './story'

/** Whole class names, so that the style sheet holds them. */
export const PART_COLOUR: Record<PartName, string> = {
  dense: 'bg-part-dense',
  lexical: 'bg-part-lexical',
  keyword: 'bg-part-keyword',
  reading: 'bg-part-reading',
  rule: 'bg-part-rule',
}

export function Swatch({ name }: { name: PartName }) {
  return <span aria-hidden className={`inline-block size-2 shrink-0 rounded-[2px] ${PART_COLOUR[name]}`} />
}

/** What speaks for a passage, end to end; `most` is the length of the longest one. What speaks against it is told in words only. */
export function ScoreBar({ parts, most, label }: { parts: Part[]; most: number; label: string }) {
  const shown = PARTS.flatMap((name) => parts.filter((part) => part.name === name && part.share > 0))
  return (
    <span role="img" aria-label={label} className="flex h-[6px] w-full gap-px overflow-hidden rounded-full bg-well">
      {shown.map((part) => (
        <span key={part.name} className={PART_COLOUR[part.name]} style={{ width: `${(100 * part.share) / most}%` }} />
      ))}
    </span>
  )
}

/** A single value of 0..1. */
export function ValueBar({ name, value }: { name: PartName; value: number | null }) {
  return (
    <span aria-hidden className="block h-[5px] overflow-hidden rounded-full bg-well">
      <span className={`block h-full rounded-full ${PART_COLOUR[name]}`} style={{ width: `${Math.min(1, Math.max(0, value ?? 0)) * 100}%` }} />
    </span>
  )
}
