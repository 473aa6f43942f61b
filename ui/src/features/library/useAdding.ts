import { backend, toWireError } from '@/backend'
import { useChange } from '@/lib/queries'
import { useUi } from '@/lib/ui'

/** As many files as this are asked about first. */
const MANY = 50

/** The ways into the library: paths that were dropped, the system's dialogs, the samples. */
export function useAdding() {
  const tell = useUi((ui) => ui.tell)
  const notify = useUi((ui) => ui.notify)
  const addPaths = useChange('documents_add')
  const addSamples = useChange('samples_add')

  const addCounted = (paths: string[]) => addPaths.mutate({ paths }, { onSuccess: tell })
  const add = (paths: string[]) => {
    if (paths.length === 0) return
    // Whatever keeps the files from being counted will be said when they are added.
    const go = () => addCounted(paths)
    backend()
      .call('documents_count', { paths })
      .then((count) => (count.files >= MANY ? useUi.setState({ intake: { paths, ...count } }) : go()), go)
  }
  const pick = (choose: () => Promise<string[]>) => choose().then(add, (error: unknown) => notify(toWireError(error)))
  return {
    busy: addPaths.isPending || addSamples.isPending,
    add,
    addCounted,
    pickFiles: () => void pick(() => backend().pickFiles()),
    pickFolder: () => void pick(() => backend().pickFolder()),
    addSamples: () => addSamples.mutate(null, { onSuccess: tell }),
  }
}
