/** Made-up saved questions and runs for the fake server. */
const WM = 'WM3310-datasheet-rev-C'
let saved = [
  { qid: 'own_001', question: 'When does the WM3310 enter its low-power state?', pages: [{ file: WM, page: 3 }] },
  { qid: 'own_002', question: 'What did Harbour Industries spend on property, plant and equipment in 2022, and how does that compare with the two years before?', pages: [{ file: 'HARBOUR_2022_10K', page: 61 }] },
  { qid: 'own_003', question: '诊室血压应测量几次？', pages: [{ file: '高血压指南-2025', page: 7 }] },
  { qid: 'own_004', question: 'Which capacitor does the WM3320 need at its supply pin?', pages: [{ file: 'WM3320-datasheet-rev-A', page: null }] },
  { qid: 'own_005', question: 'How many employees had Harbour in 2021?', pages: [{ file: 'HARBOUR_2021_10K', page: 12 }] },
  { qid: 'own_006', question: 'What does the old field manual say of theodolites?', pages: [{ file: 'field-manual-1998', page: 40 }] },
]
const DAY = 86_400_000
const means = (values) => ['T@1', 'R@5', 'MRR@10'].map((name, index) => ({ name, value: values[index] }))
const runOf = (ago, values) => ({ time_ms: Date.now() - ago * DAY, version: '0.1.0', questions: saved.length - 1, figures: means(values), latency_ms: 38 })
const runs = [runOf(40, [0.4, 0.5, 0.37]), runOf(31, [0.6, 0.5, 0.41]), runOf(24, [0.6, 0.75, 0.52]), runOf(12, [0.6, 0.75, 0.58]), runOf(3, [0.8, 0.75, 0.63])]
let count = 0

/** `empty` and `slow` have none, `plain` has questions that were never run. */
export const questions = (scenario) => (scenario === 'empty' || scenario === 'slow' ? [] : saved)
export const history = (scenario) => (scenario === 'full' ? runs : runs.slice(5))

export function save(question, file, page) {
  const made = { qid: `own_${String(saved.length + 1).padStart(3, '0')}`, question, pages: [{ file: file.replace(/\.pdf$/, ''), page }] }
  saved = [...saved, made]
  return made
}

export function forget(qid) {
  saved = saved.filter((question) => question.qid !== qid)
  return null
}

/** Every run finds a little more. */
export function run() {
  count += 1
  const ranks = { own_001: 1, own_002: count > 1 ? 2 : 6, own_003: 1, own_005: count > 1 ? null : 14 }
  const rows = saved
    .filter(({ qid }) => qid !== 'own_006')
    .map(({ qid, question, pages: [expected] }) => {
      const rank = ranks[qid] ?? null
      const pageFigures = expected.page === null ? [{ name: 'DR@10', value: 1 }] : [{ name: 'FAIL', value: rank === null ? 1 : 0 }, ...(rank === null ? [] : [{ name: 'AMR', value: rank }])]
      const right = { file: expected.file, page: expected.page ?? 2 }
      const others = [{ file: 'HARBOUR_2020_10K', page: 58 }, { file: WM, page: 9 }, { file: 'NS2105', page: 4 }]
      const first = rank !== null && rank <= 3 ? [...others.slice(0, rank - 1), right, ...others.slice(rank - 1)] : others
      return { qid, question, figures: pageFigures, first: expected.page === null ? [right, ...others] : first, latency_ms: 40 }
    })
  const report = { run: runOf(0, count > 1 ? [0.8, 0.75, 0.71] : [0.8, 0.75, 0.66]), questions: rows, missing: saved.some(({ qid }) => qid === 'own_006') ? ['own_006'] : [] }
  runs.push(report.run)
  return report
}
