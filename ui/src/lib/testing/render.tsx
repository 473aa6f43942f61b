import type { ReactNode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Tooltip } from 'radix-ui'

import { makeQueryClient } from '@/lib/queries'

import { installBackend, type Table } from './fakeBackend'

/** Renders what asks the backend, with a cache of its own. */
export function renderWithQueries(node: ReactNode) {
  return render(<QueryClientProvider client={makeQueryClient()}>{node}</QueryClientProvider>)
}

/** Renders a part of the window over an engine that answers from the table. */
export function show(node: ReactNode, table: Table = {}) {
  const fake = installBackend(table)
  renderWithQueries(<Tooltip.Provider>{node}</Tooltip.Provider>)
  return { ...fake, user: userEvent.setup() }
}
