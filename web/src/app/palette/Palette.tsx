import { type KeyboardEvent, Suspense, useId, useRef, useState } from 'react'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Note } from '../../components/Note.tsx'
import { PageBoundary } from '../../components/PageBoundary.tsx'
import { t } from '../../language/words.ts'
import { deferred } from '../routes/deferred.tsx'
import styles from './Palette.module.css'
import type { PaletteKeys } from './PaletteResults.tsx'

/** Everything that can be found, which is more than the field to type in. */
export const paletteResults = deferred(() => import('./PaletteResults.tsx').then(it => it.PaletteResults))

/** Type a few letters, press Enter, be there. The field is there at once: what is typed meanwhile is what is looked for. */
export function Palette({ onClose, onHelp }: { onClose(): void; onHelp(): void }) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [chosenId, setChosenId] = useState<string>()
  const keys = useRef<PaletteKeys>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      keys.current?.move(event.key === 'ArrowDown' ? 1 : -1)
    }
    if (event.key === 'Enter') keys.current?.choose()
  }
  return (
    <Dialog title={t`Search`} onClose={onClose}>
      <input
        className={styles.input}
        role="combobox"
        aria-label={t`Search everything`}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={chosenId}
        placeholder={t`Guests, workflows, segments, settings, ids and commands`}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <PageBoundary
        failed={<Note tone="bad">{t`The search could not be loaded. Reload the page to try again.`}</Note>}
      >
        <Suspense fallback={<div id={id} role="listbox" aria-label={t`Results`} hidden />}>
          <paletteResults.Shown
            id={id}
            typed={typed}
            keys={keys}
            onChosen={setChosenId}
            onClose={onClose}
            onHelp={onHelp}
          />
        </Suspense>
      </PageBoundary>
    </Dialog>
  )
}
