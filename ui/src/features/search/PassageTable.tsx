import { passageParts, quotes } from './pipeTable'

/** A passage that holds tables, with the quoted row marked. */
export function PassageTable({ text, quote }: { text: string; quote: string | null }) {
  return passageParts(text).map((part, index) =>
    part.kind === 'text' ? (
      <p key={index} className="mb-1">
        {part.text}
      </p>
    ) : (
      <div key={index} className="my-1 overflow-x-auto">
        <table className="border-collapse font-sans text-xs leading-[16px] tabular">
          {part.head.length > 0 && (
            <thead>
              <tr>
                {part.head.map((cell, column) => (
                  <th key={column} scope="col" className="border-b border-line px-1.5 py-1 text-left align-bottom font-medium text-ink">
                    {cell}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {part.rows.map((row, line) => (
              <tr key={line} className={quotes(row, quote) ? 'bg-mark-soft' : ''}>
                {row.cells.map((cell, column) => (
                  <td key={column} className="border-b border-line px-1.5 py-0.5 align-top">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    ),
  )
}
