import { Copy, MessageSquarePlus } from 'lucide-react'
import { useEffect, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'

import { copyText } from '@/lib/clipboard'
import { useUi } from '@/lib/ui'

import { flowing } from './textLayer'

interface Selected {
  text: string
  left: number
  top: number
}

/** What is selected inside an element, with the place above it; `null` while nothing is. */
function useSelected(element: HTMLElement | null): Selected | null {
  const [selected, setSelected] = useState<Selected | null>(null)
  useEffect(() => {
    if (!element) return
    const read = () => {
      const selection = window.getSelection()
      const text = selection?.toString() ?? ''
      if (!selection || selection.rangeCount === 0 || text.trim() === '' || !element.contains(selection.anchorNode)) return setSelected(null)
      const range = selection.getRangeAt(0)
      const last = range.getClientRects().item(0) ?? range.getBoundingClientRect()
      setSelected({ text, left: last.left, top: last.top })
    }
    // While the button is held the words still change.
    const hide = () => setSelected(null)
    document.addEventListener('pointerup', read)
    document.addEventListener('keyup', read)
    element.addEventListener('scroll', hide, { passive: true })
    return () => {
      document.removeEventListener('pointerup', read)
      document.removeEventListener('keyup', read)
      element.removeEventListener('scroll', hide)
    }
  }, [element])
  return selected
}

/** Beside selected text: copy it, or ask about it within this document. */
export function SelectionMenu({ element, document: id, frame }: { element: HTMLElement | null; document: number; frame: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation()
  const selected = useSelected(element)
  const { view, go, setScope, setDraft } = useUi()
  if (!selected || !frame.current) return null
  const box = frame.current.getBoundingClientRect()
  const text = flowing(selected.text)
  const ask = () => {
    setScope([id])
    if (view.name !== 'chat') go({ name: 'chat', conversation: null })
    setDraft(t('selection.question', { text: text.length > 400 ? `${text.slice(0, 400)}…` : text }))
  }
  const left = Math.min(Math.max(6, selected.left - box.left), Math.max(6, box.width - 190))
  const top = Math.max(6, selected.top - box.top - 40)
  const look = 'inline-flex h-7 items-center gap-1.5 rounded-md px-2 hover:bg-well'
  return (
    <div role="toolbar" aria-label={t('selection.label')} className="rise absolute z-30 flex rounded-lg border border-line bg-raised p-0.5 shadow-pop" style={{ left, top }} onPointerUp={(event) => event.stopPropagation()}>
      <button type="button" className={look} onClick={() => void copyText(text)}>
        <Copy size={14} aria-hidden />
        {t('selection.copy')}
      </button>
      <button type="button" className={look} onClick={ask}>
        <MessageSquarePlus size={14} aria-hidden />
        {t('library.askAbout')}
      </button>
    </div>
  )
}
