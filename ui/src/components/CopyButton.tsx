import { Check, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { copyText } from '@/lib/clipboard'

import { IconButton } from './IconButton'

/** Copies what `text` makes when pressed, and says so for a moment. */
export function CopyButton({ icon, label, text }: { icon: LucideIcon; label: string; text: () => string }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await copyText(text())
    setCopied(true)
    setTimeout(() => setCopied(false), 1500)
  }
  return <IconButton icon={copied ? Check : icon} label={copied ? t('action.copied') : label} size={15} onClick={() => void copy()} />
}
