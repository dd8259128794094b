import { Icon } from '../../components/Icon.tsx'
import styles from './AddButton.module.css'

export function AddButton({ what, onAdd }: { what: string; onAdd(): void }) {
  return (
    <button
      type="button"
      className={styles.add}
      title={`Add a step ${what}`}
      onClick={event => {
        // A click on anything in a box selects the box.
        event.stopPropagation()
        onAdd()
      }}
    >
      <Icon name="plus" />
      <span className="visually-hidden">Add a step {what}</span>
    </button>
  )
}
