/** Made-up work of a model for the fake server: formatter runs, summaries, and models that come and go. */
import { outline, passage } from './fake-library.mjs'

const GB = 1_000_000_000
const wait = (ms) => new Promise((done) => setTimeout(done, ms))

const SUMMARIES = {
  en: [
    'Lists what the part is for and its main figures: supply from 2.2 to 5.5 V, up to 1.5 A of load, a quiescent current of 1.4 µA and an enable input with a filter against short pulses.',
    'Gives the limits that must never be exceeded, for supply, enable pin and junction temperature, and says that staying at them for long shortens the life of the part.',
    'Tables of what is guaranteed over the full junction temperature range. Thresholds of the enable input and the filter time stand here; currents were measured with unloaded outputs.',
    'Describes start-up and shutdown in order, with the time from the enable edge to a settled output and the delay before the low-power state.',
    'How to choose and place the capacitors, how long traces may be, and how much copper the package needs to stay cool at full load.',
    'Outline drawing, footprint and marking of the two packages, with the thermal resistance of each.',
  ],
  zh: ['说明本指南的适用范围与目标人群，并概述诊断、评估与治疗的总体流程。', '给出诊室血压与家庭血压的诊断界值，以及测量次数和间隔的要求。', '按危险因素、靶器官损害和并发症对患者分层。', '规定一般人群与合并糖尿病患者的血压控制目标。', '列出常用药物的选择顺序、联合方案与禁忌。', '规定随访间隔、需要记录的内容以及转诊条件。'],
}
const POINTS = {
  en: [['supply 2.2 to 5.5 V', '1.5 A', 'low-power state'], ['absolute maximum', 'junction temperature 150 °C'], ['enable threshold 0.4 V', 'filter time 12 µs', 'quiescent current 1.4 µA'], ['start-up 350 µs', 'shutdown delay'], ['ceramic capacitor 1 µF', 'trace under 15 mm'], ['thermal resistance 62 K/W', 'footprint']],
  zh: [['基层医疗机构', '成人高血压'], ['诊室血压 140/90 mmHg', '至少两次测量'], ['危险分层'], ['控制目标', '糖尿病'], ['联合用药', '禁忌'], ['随访间隔', '转诊']],
}

/** Summaries of the first `share` of the sections of a document. */
export function summaries(doc, share = 1) {
  const nodes = outline(doc)
  const count = Math.round(nodes.length * share)
  const at = (index) => SUMMARIES[doc.language][index % 6]
  const made = (more) => ({ origin: 'model', model: 'qwen3:8b', made_ms: Date.now() - 86_400_000, stale: false, key_points: [], ...more })
  const sections = nodes.slice(0, count).map((node, index) => {
    const top = node.level === 1
    const chapter = Number(node.title.split('.')[0].split(' ')[0]) - 1
    const extract = index % 7 === 4
    const summary = top ? at(chapter) : extract ? passage(doc, node.page, 2, 3) : at(index + 1)
    return made({ section: node.section, title: node.title, level: node.level, page: node.page, summary, key_points: top || !extract ? POINTS[doc.language][(top ? chapter : index + 1) % 6] : [], origin: extract ? 'extractive' : 'model', stale: index === 6 })
  })
  const whole = made({ section: 0, title: doc.row.title, level: 0, page: 1, summary: doc.language === 'zh' ? '面向基层医疗机构的成人高血压防治指南：从测量与诊断、危险分层，到治疗目标、药物选择和随访管理。' : 'Datasheet of a low-dropout regulator with an enable input that puts it into a low-power state. It gives limits, guaranteed figures, timing, rules for the layout, and two packages.', key_points: doc.language === 'zh' ? ['高血压', '诊断标准', '随访'] : ['low-dropout regulator', 'enable input', 'low-power state'] })
  return {
    sections: count === nodes.length ? [whole, ...sections] : sections,
    missing: nodes.length - count,
    passages: Math.round(40 * share),
    long_passages: 40,
    terms: share === 1 ? (doc.language === 'zh' ? ['高血压', '诊室血压', '靶器官损害'] : ['WM3310', 'enable input threshold', 'low-dropout regulator', 'quiescent current']) : [],
    terms_model: share === 1 ? 'qwen3:8b' : null,
  }
}

/** The commands about models, over the documents and events of the server. */
export function modelCommands({ scenario, find, broadcast, refuse, settings }) {
  const absent = scenario === 'plain' || scenario === 'empty'
  let models = [
    { name: 'qwen3:8b', size: 5.2 * GB, parameters: '8.2B', quantization: 'Q4_K_M' },
    { name: 'qwen3:4b', size: 2.5 * GB, parameters: '4.0B', quantization: 'Q4_K_M' },
    { name: 'gemma3:4b-it-qat', size: 4 * GB, parameters: '4.3B', quantization: 'Q4_0' },
  ]
  let pulling = null
  const runs = new Map()
  const jobs = new Map()
  const shares = new Map([[1, 1], [2, 0.5]])
  const tell = (...tags) => broadcast({ event: 'invalidate', tags })
  const needModel = () => {
    if (absent) throw refuse('ollama_absent', 'Ollama does not answer at `127.0.0.1:11434`')
  }

  async function format(run, id) {
    const { windows } = run.progress
    for (let window = 1; window <= windows; window += 1) {
      if (run.ended) return
      Object.assign(run, { model: run.formatter === 'native' ? '' : 'qwen3:8b', progress: { window, windows, seconds_left: (windows - window + 1) * 31, measured: window > 3 } })
      tell('format')
      await wait(run.formatter === 'native' ? 300 : 900)
      // The handbook is too much for the model.
      if (id === 6 && window === 3) {
        Object.assign(run, { ended: true, error: { code: 'model_failed', message: 'model `qwen3:8b` ran out of memory while reading window `3`' } })
        return tell('format')
      }
    }
    if (run.ended) return
    Object.assign(run, { ended: true, headings: [31, run.formatter === 'native' ? 31 : 46], refused: run.formatter === 'full' ? 2 : 0 })
    find(id).formatter = run.formatter
    tell('format', 'documents')
  }

  async function enrich(job) {
    await wait(500)
    for (job.done = 0; job.done < job.total && !job.ended; job.done += 1) {
      Object.assign(job, { running: true, model: 'qwen3:8b', seconds_left: (job.total - job.done) * 14, replaced: Math.floor(job.done / 9) })
      shares.set(job.document, Math.max(shares.get(job.document) ?? 0, job.done / job.total))
      tell('enrichment')
      await wait(1200)
    }
    if (job.ended) return
    shares.set(job.document, 1)
    Object.assign(job, { ended: true, running: false })
    tell('enrichment', 'summaries')
  }

  async function bring(model, end) {
    pulling = { model, status: 'pulling', completed: 0, total: 0, ended: false, error: null }
    const mine = pulling
    for (let done = 1; done <= 40 && mine === pulling && !mine.ended; done += 1) {
      Object.assign(mine, { completed: done * 65_000_000, total: 2.6 * GB })
      tell('pull')
      await wait(400)
    }
    if (mine.ended) return
    Object.assign(mine, { ended: true, ...end })
    if (!mine.error) models = [...models, { name: model, size: 2.6 * GB, parameters: '4.0B', quantization: 'Q4_K_M' }]
    tell('pull', 'ollama')
  }
  const free = (model) => {
    if (pulling && !pulling.ended) throw refuse('ollama_busy', `\`${pulling.model}\` is being fetched already`)
    return model
  }

  return {
    ollama_status: () => (absent ? { host: 'http://127.0.0.1:11434', running: false, installed: false, version: null, models: [], problem: null } : { host: 'http://127.0.0.1:11434', running: true, installed: true, version: '0.13.1', models, problem: null }),
    ollama_pull: ({ model }) => {
      void bring(free(model), {})
      return null
    },
    ollama_import: ({ path, model }) => {
      if (!/^[\w.:/-]+$/.test(model)) throw refuse('invalid_input', `\`${model}\` is no name for a model`, 'use letters, digits, `-`, `_`, `.`, and `:` before a tag')
      if (/\.gguf$/i.test(path)) void bring(free(model), {})
      else pulling = { model, status: '', completed: 0, total: 0, ended: true, error: { code: 'invalid_input', message: `\`${path}\` is no GGUF file`, hint: 'choose a model file that ends in `.gguf`' } }
      return null
    },
    ollama_pulling: () => pulling,
    ollama_pull_stop: () => {
      if (pulling) Object.assign(pulling, { ended: true, error: { code: 'cancelled', message: 'the fetching was stopped' } })
      return null
    },
    ollama_delete: ({ model }) => {
      if (model.startsWith('gemma')) throw refuse('ollama_busy', `\`${model}\` is answering just now`)
      models = models.filter((row) => row.name !== model)
      return null
    },
    document_format_estimate: async ({ id, formatter }) => {
      needModel()
      await wait(600)
      const full = formatter === 'full'
      const windows = Math.max(4, Math.ceil(find(id).pages / 3))
      const asked = full ? windows : id === 5 ? 0 : Math.ceil(windows / 3)
      return { document: id, formatter, model: settings().model || 'qwen3:8b', windows, asked, kept: full || asked === 0 ? 0 : 1, doubtful: asked * 4, damaged: id === 2, tokens_in: asked * 2900, tokens_out: asked * (full ? 2100 : 130), minutes: asked * (full ? 5.4 : 0.5), measured: !full }
    },
    document_format: ({ id, formatter }) => {
      const other = [...runs.values()].find((run) => !run.ended)
      if (other) throw refuse('ollama_busy', `document \`${other.document}\` is being formatted already`, 'wait for it or stop it')
      const run = { document: id, formatter, model: '', progress: { window: 0, windows: formatter === 'native' ? 1 : Math.max(4, Math.ceil(find(id).pages / 3)), seconds_left: 0, measured: false }, ended: false, refused: 0, headings: null, error: null }
      runs.set(id, run)
      void format(run, id)
      return null
    },
    document_format_stop: ({ id }) => {
      Object.assign(runs.get(id) ?? {}, { ended: true, error: { code: 'cancelled', message: 'the formatter was stopped; finished windows are kept' } })
      return null
    },
    documents_formatting: () => [...runs.values()],
    document_enrich: ({ id }) => {
      const job = { document: id, title: find(id).row.title, model: null, done: 0, total: 38, seconds_left: null, running: false, paused: false, replaced: 0, ended: false, error: null }
      jobs.set(id, job)
      void enrich(job)
      return null
    },
    document_enrich_stop: ({ id }) => {
      Object.assign(jobs.get(id) ?? {}, { ended: true, running: false, error: { code: 'cancelled', message: 'stopped; what was made is kept' } })
      return null
    },
    enrichment_status: () => ({ jobs: [...jobs.values()], pending_vectors: 0 }),
    document_summaries: ({ id }) => summaries(find(id), shares.get(id) ?? 0),
  }
}
