import { Clipped } from './Clipped'

/** A path in one line, of which the last part stays in sight. */
export function PathText({ path, title = path, className = '' }: { path: string; title?: string; className?: string }) {
  const cut = Math.max(path.slice(0, -1).lastIndexOf('/'), path.slice(0, -1).lastIndexOf('\\'), 0)
  return <Clipped head={path.slice(0, cut)} tail={path.slice(cut)} title={title} className={`selectable ${className}`} />
}
