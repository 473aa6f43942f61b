/** Messages from the engine put values in backticks; here they become code. */
export function Ticked({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      <code key={index} className="rounded bg-black/5 px-1 font-mono text-[0.92em] wrap-anywhere dark:bg-white/10">
        {part}
      </code>
    ) : (
      part
    ),
  )
}
