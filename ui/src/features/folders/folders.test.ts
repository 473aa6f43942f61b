import { describe, expect, it } from 'vitest'

import type { FolderRow } from '@/backend'
import { row } from '@/lib/testing/fakeBackend'

import { addedFolders, documentsIn, folderName, goneFrom, liesIn, likelyFolders, needsLook, pathBelow, rulesOf, sameFolder } from './folders'

const folder = (id: number, path: string, more: Partial<FolderRow> = {}): FolderRow => ({ id, path, ignore: [], state: 'current', reason: null, watched: true, documents: 0, gone: [], refused: [], scanned_ms: 1, ...more })

describe('liesIn', () => {
  it('goes by whole names, on any system', () => {
    expect(liesIn('/data/a/b.pdf', '/data/a')).toBe(true)
    expect(liesIn('/data/a/b.pdf', '/data/a/')).toBe(true)
    expect(liesIn('/data/ab/b.pdf', '/data/a')).toBe(false)
    expect(liesIn('C:\\Data\\a\\b.pdf', 'C:\\Data')).toBe(true)
    expect(liesIn('C:\\Data', 'C:\\')).toBe(true)
    expect(liesIn('/data', '/')).toBe(true)
    expect(liesIn('/data', '/data')).toBe(true)
    expect(sameFolder('/data/', '/data')).toBe(true)
  })
})

describe('a linked folder', () => {
  it('has the documents of which any copy lies in it', () => {
    const rows = [row(1, { path: '/a/1.pdf' }), row(2, { path: '/b/2.pdf', duplicates: ['/a/x/2.pdf'] }), row(3, { path: '/ab/3.pdf' })]
    expect(documentsIn(folder(1, '/a'), rows).map(({ id }) => id)).toEqual([1, 2])
  })

  it('shows where in it a file lies', () => {
    expect(pathBelow('/a/x/1.pdf', folder(1, '/a/'))).toBe('x/1.pdf')
    expect(pathBelow('/b/1.pdf', folder(1, '/a'))).toBe('/b/1.pdf')
  })

  it('is called by its last part, and by its parent too when others are called the same', () => {
    const all = [folder(1, '/acme/2024'), folder(2, '/harbour/2024'), folder(3, '/harbour/other')]
    expect(all.map((one) => folderName(one, all))).toEqual(['acme / 2024', 'harbour / 2024', 'other'])
  })

  it('misses no documents while it is away as a whole', () => {
    const rows = [row(1), row(2), row(3)]
    const there = folder(1, '/a', { gone: [1, 2, 9] })
    expect(goneFrom(there, rows, [2]).map(({ id }) => id)).toEqual([1])
    expect(goneFrom({ ...there, state: 'missing' }, rows, [])).toEqual([])
  })

  it('needs a look when it is away, failed, or has files that are refused or gone', () => {
    expect(needsLook(folder(1, '/a'), [])).toBe(false)
    expect(needsLook(folder(1, '/a', { gone: [1] }), [row(1)])).toBe(true)
    expect(needsLook(folder(1, '/a', { gone: [1] }), [])).toBe(false)
    expect(needsLook(folder(1, '/a', { state: 'missing' }), [])).toBe(true)
    expect(needsLook(folder(1, '/a', { refused: [{ path: '/a/x', code: 'unreadable', reason: '' }] }), [])).toBe(true)
  })
})

describe('paths that were added', () => {
  it('are folders unless they end like files', () => {
    expect(likelyFolders(['/a/many', '/a/x.pdf', '/a/letter.docx', '/a/v1.2 final'])).toEqual(['/a/many', '/a/v1.2 final'])
  })

  it('are folders that held something unless they were refused', () => {
    const report = { added: [1], known: [], rejected: [{ path: '/a/letter.txt', code: 'unreadable' as const, reason: '' }] }
    expect(addedFolders(['/a/many', '/a/x.PDF', '/a/letter.txt'], report)).toEqual(['/a/many'])
  })
})

it('takes rules line by line', () => {
  expect(rulesOf(' drafts/ \n\n*.old.pdf\n')).toEqual(['drafts/', '*.old.pdf'])
})
