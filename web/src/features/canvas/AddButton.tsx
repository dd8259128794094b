import { Icon } from '../../components/Icon.tsx'
import { rich, t } from '../../language/words.ts'
import type { Place } from '../workflow/document.ts'
import styles from './AddButton.module.css'
import { useCanvasActions } from './canvas-actions.ts'

/** Adds a step at a place of the workflow; steps are dropped there too. */
export function AddButton({ what, place }: { what: string; place: Place }) {
  const { add } = useCanvasActions()
  return (
    <button
      type="button"
      data-from={place.from}
      data-handle={place.handle}
      className={styles.add}
      title={t`Add a step ${what}`}
      onClick={event => {
        // A click on anything in a box selects the box.
        event.stopPropagation()
        add(place)
      }}
    >
      <Icon name="plus" />
      <span className="visually-hidden">{rich`Add a step ${what}`}</span>
    </button>
  )
}
