import { Clipped } from './Clipped'

/** Titles up to this length are cut at the end, if at all. */
const SHORT = 40
/** About as much of the end stays in sight: a date, a volume, an edition. */
const END = 18

/** The end of a long title, from the beginning of a word where there is one near; look-alike titles differ there. */
export function titleEnd(title: string): string {
  if (title.length <= SHORT) return ''
  const space = title.indexOf(' ', title.length - END)
  return title.slice(space < 0 ? title.length - END / 2 : space + 1)
}

/** A title in one line; a long one gives way in its middle. */
export function DocumentTitle({ title }: { title: string }) {
  const tail = titleEnd(title)
  if (tail === '') {
    return (
      <span title={title} className="block truncate">
        {title}
      </span>
    )
  }
  return <Clipped head={title.slice(0, -tail.length)} tail={tail} title={title} />
}
