import { backend, toWireError } from '@/backend'
import { useChange } from '@/lib/queries'
import { useUi } from '@/lib/ui'

/** The ways into the library: paths that were dropped, the system's dialogs, the samples. */
export function useAdding() {
  const tell = useUi((ui) => ui.tell)
  const notify = useUi((ui) => ui.notify)
  const addPaths = useChange('documents_add')
  const addSamples = useChange('samples_add')

  const add = (paths: string[]) => {
    if (paths.length > 0) addPaths.mutate({ paths }, { onSuccess: tell })
  }
  const pick = (choose: () => Promise<string[]>) => choose().then(add, (error: unknown) => notify(toWireError(error)))
  return {
    busy: addPaths.isPending || addSamples.isPending,
    add,
    pickFiles: () => void pick(() => backend().pickFiles()),
    pickFolder: () => void pick(() => backend().pickFolder()),
    addSamples: () => addSamples.mutate(null, { onSuccess: tell }),
  }
}
