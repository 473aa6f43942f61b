/** A conversation as one HTML file that needs nothing beside it; loaded only when somebody exports. */
import { renderToStaticMarkup } from 'react-dom/server'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'

import { sourceLine, type PageName } from './export'
import { remarkSentences, sentencesToMarkdown } from './markdown'
import type { TurnView } from './turn'

const STYLE =
  'body{font:16px/1.6 Georgia,"Noto Serif CJK SC",serif;max-width:44rem;margin:2.5rem auto;padding:0 1.25rem;color:#1c1f1e;background:#fff}h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2.2rem;white-space:pre-wrap}table{border-collapse:collapse}td,th{border:1px solid #cdc9c0;padding:.2rem .6rem;text-align:left}sup a{text-decoration:none;color:#17655d;margin-left:.15em}ol.sources{font-size:.875rem;color:#505654;border-top:1px solid #e5e2db;padding:.6rem 0 0 1.4rem}blockquote{border-left:3px solid #b4d6d0;margin:.6rem 0;padding-left:.9rem}mark{background:#fcf1d8}'

function components(turn: number): Components {
  return {
    a: ({ children }) => <span>{children}</span>,
    img: () => null,
    cite: (props) => {
      const number = (props as { 'data-source'?: string })['data-source']
      return (
        <sup>
          <a href={`#q${turn}-s${number}`}>[{number}]</a>
        </sup>
      )
    },
    mark: () => <mark> ?</mark>,
  }
}

function TurnBody({ turn, index, place, unsupported }: { turn: TurnView; index: number; place: PageName; unsupported: string }) {
  const doubtful = turn.sentences.some((sentence) => sentence.support === 'unsupported')
  return (
    <section>
      <h2>{turn.question}</h2>
      <Markdown skipHtml remarkPlugins={[remarkGfm, remarkSentences]} components={components(index)}>
        {sentencesToMarkdown(turn.sentences)}
      </Markdown>
      {doubtful && (
        <p>
          <mark>?</mark> {unsupported}
        </p>
      )}
      {turn.citations.length > 0 && (
        <ol className="sources">
          {turn.citations.map((citation) => (
            <li key={citation.number} id={`q${index}-s${citation.number}`} value={citation.number}>
              {sourceLine(citation, place)}
              {citation.quote !== null && <blockquote>{citation.quote}</blockquote>}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

export function conversationToHtml(turns: TurnView[], place: PageName, title: string, language: string, unsupported: string): string {
  const page = (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <h1>{title}</h1>
        {turns.map((turn, index) => (
          <TurnBody key={turn.key} turn={turn} index={index + 1} place={place} unsupported={unsupported} />
        ))}
      </body>
    </html>
  )
  return `<!doctype html>\n${renderToStaticMarkup(page)}\n`
}
