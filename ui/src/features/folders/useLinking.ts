import { useMutationState, useQueryClient } from '@tanstack/react-query'

import { backend, toWireError, type AddReport } from '@/backend'
import { keyOf, useChange } from '@/lib/queries'
import { useUi } from '@/lib/ui'

import { sameFolder } from './folders'

/** Links folders. One that is linked already is left alone: linking it anew would take its rules away. */
export function useLinking() {
  const client = useQueryClient()
  const link = useChange('folder_link', [], { quiet: true })
  const notify = useUi((ui) => ui.notify)
  const go = useUi((ui) => ui.go)

  const linkAll = async (paths: string[]) => {
    if (paths.length === 0) return
    const there = await client.fetchQuery({ queryKey: keyOf('folders_list', null), queryFn: () => backend().call('folders_list', null) })
    for (const path of paths) {
      if (!there.some((folder) => sameFolder(folder.path, path))) await link.mutateAsync({ path, ignore: [] })
    }
  }
  /** Asks for folders, links them and shows how they stand. */
  const pick = async () => {
    try {
      const paths = await backend().pickFolder()
      if (paths.length === 0) return
      await linkAll(paths)
      go({ name: 'folders' })
    } catch (thrown) {
      notify(toWireError(thrown))
    }
  }
  return { busy: link.isPending, linkAll, pick: () => void pick() }
}

/** Looks through all linked folders, and what came of it last, wherever it was asked for. */
export function useScan() {
  const scan = useChange('folders_scan')
  const states = useMutationState({ filters: { mutationKey: ['folders_scan'] }, select: ({ state }) => ({ pending: state.status === 'pending', report: state.data as AddReport | undefined }) })
  const last = states.at(-1)
  return { start: () => scan.mutate(null), pending: last?.pending === true, report: last?.report }
}
