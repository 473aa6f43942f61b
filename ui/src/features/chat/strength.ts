/** How well the documents carry an answer: not at all, loosely, or firmly. Told from what was cited, so that kept answers say the same. */
import { citedSources, furtherSources, type Source, type TurnView } from './turn'

export type Strength = 'absent' | 'weak' | 'firm'

const COMMON = new Set(
  'about after also been before does each from have into many more most much only over same shall should some such than that their them then there these they this those under were what when where which while will with would your please show tell explain give list and are can did for had has how its not the was who why you'.split(' '),
)

/** What a question is about: words of some weight, and pairs of Chinese characters. */
export function topics(question: string): string[] {
  const folded = question.toLowerCase().normalize('NFKC')
  const words = (folded.match(/[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}.-]*/gu) ?? []).map((word) => word.replace(/[.-]+$/, '')).filter((word) => word.length >= 3 && !COMMON.has(word))
  const pairs = (folded.match(/[\u3400-\u9fff]{2,}/g) ?? []).flatMap((run) => Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2)))
  return [...new Set([...words.map((word) => (word.length > 5 ? word.replace(/(?:ing|ed|es|s)$/, '') : word)), ...pairs])]
}

/** Share of the topics of a question that stand in its sources or in their headings; 1 for a question without topics. */
export function coverage(question: string, sources: Source[]): number {
  const wanted = topics(question)
  if (wanted.length === 0) return 1
  const hay = sources.map((source) => [source.title, ...source.path, source.text].join('\n')).join('\n').toLowerCase().normalize('NFKC')
  return wanted.filter((topic) => hay.includes(topic)).length / wanted.length
}

/** From this share on the documents speak of what was asked. */
const SPOKEN_OF = 0.6
/** An answer whose sources hold less than this share is only loosely about the question. */
const LOOSE = 0.34

export function strength(turn: TurnView): Strength {
  const sources = [...citedSources(turn), ...furtherSources(turn)]
  const share = coverage(turn.query ?? turn.question, sources)
  if (!turn.found) return sources.length > 0 && share >= SPOKEN_OF ? 'weak' : 'absent'
  const carried = turn.sentences.filter((sentence) => sentence.support !== 'unsupported').length
  const doubtful = turn.sentences.length > 0 && carried * 2 < turn.sentences.length
  return doubtful || share < LOOSE ? 'weak' : 'firm'
}
