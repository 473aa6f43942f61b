/** The whole window over a made-up engine. */
import { App } from '@/app/App'

import type { Table } from './fakeBackend'
import { show } from './render'

export const openApp = (table: Table = {}) => show(<App />, table)
