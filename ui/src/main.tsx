import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { App } from '@/app/App'
import { startLanguage } from '@/lib/i18n'
import { makeQueryClient } from '@/lib/queries'
import { startTheme } from '@/lib/theme'
import '@/styles/main.css'

startTheme()
startLanguage()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={makeQueryClient()}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  )
}
