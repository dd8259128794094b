import { Icon } from '../../components/Icon.tsx'
import { rich, t } from '../../language/words.ts'
import styles from './AddButton.module.css'

export function AddButton({ what, onAdd }: { what: string; onAdd(): void }) {
  return (
    <button
      type="button"
      className={styles.add}
      title={t`Add a step ${what}`}
      onClick={event => {
        // A click on anything in a box selects the box.
        event.stopPropagation()
        onAdd()
      }}
    >
      <Icon name="plus" />
      <span className="visually-hidden">{rich`Add a step ${what}`}</span>
    </button>
  )
}
