import { backend, toWireError, type AddReport } from '@/backend'
import { addedFolders } from '@/features/folders/folders'
import { useLinking } from '@/features/folders/useLinking'
import { useChange } from '@/lib/queries'
import { useUi } from '@/lib/ui'

/** As many files as this are asked about first. */
const MANY = 50

/** The ways into the library: paths that were dropped, the system's dialogs, the samples. */
export function useAdding() {
  const tell = useUi((ui) => ui.tell)
  const notify = useUi((ui) => ui.notify)
  const { linkAll } = useLinking()
  const addPaths = useChange('documents_add')
  const addSamples = useChange('samples_add')

  // Promises, as what asked for the adding (the palette, a dialog) may be closed before it is done. A refusal was shown by then.
  const told = (made: Promise<AddReport>, paths: string[] = []) => made.then((report) => tell(report, addedFolders(paths, report)))
  /** With `keep`, folders among the paths, those are linked as well, once what they hold is known. */
  const addCounted = (paths: string[], keep: string[] = []) =>
    void told(addPaths.mutateAsync({ paths }), paths).then(
      () => linkAll(keep).catch((error: unknown) => notify(toWireError(error))),
      () => undefined,
    )
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
    addSamples: () => void told(addSamples.mutateAsync(null)).catch(() => undefined),
  }
}
