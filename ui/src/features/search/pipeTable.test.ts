import { describe, expect, it } from 'vitest'

import { passageParts, quotes } from './pipeTable'

const PASSAGE = [
  'Table 7: Electrical characteristics',
  '| Parameter | Max | Unit |',
  '| --- | --- | --- |',
  '| Dropout voltage | 205 | mV |',
  '| Parameter | Max | Unit |',
  '| --- | --- | --- |',
  String.raw`| a \| b |  | mA |`,
].join('\n')

describe('passageParts', () => {
  it('tells caption, header and rows apart and drops repeated headers', () => {
    const [caption, table] = passageParts(PASSAGE)
    expect(caption).toEqual({ kind: 'text', text: 'Table 7: Electrical characteristics' })
    expect(table).toMatchObject({ kind: 'table', head: ['Parameter', 'Max', 'Unit'] })
    expect(table?.kind === 'table' && table.rows.map((row) => row.cells)).toEqual([
      ['Dropout voltage', '205', 'mV'],
      ['a | b', '', 'mA'],
    ])
  })

  it('leaves text without bars as it is', () => {
    expect(passageParts('One line.\nAnother | with a bar.')).toEqual([{ kind: 'text', text: 'One line.\nAnother | with a bar.' }])
  })

  it('finds the quoted row whatever its spacing', () => {
    const part = passageParts(PASSAGE)[1]
    const rows = part?.kind === 'table' ? part.rows : []
    expect(rows.map((row) => quotes(row, 'Dropout voltage | 205 | mV'))).toEqual([true, false])
    expect(rows.map((row) => quotes(row, null))).toEqual([false, false])
  })
})
