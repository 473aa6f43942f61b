import type { ReactNode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'

import { makeQueryClient } from '@/lib/queries'

/** Renders what asks the backend, with a cache of its own. */
export function renderWithQueries(node: ReactNode) {
  return render(<QueryClientProvider client={makeQueryClient()}>{node}</QueryClientProvider>)
}
