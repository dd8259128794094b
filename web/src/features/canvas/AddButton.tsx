import { Icon } from '../../components/Icon.tsx'
import styles from './AddButton.module.css'

export function AddButton({ what, onAdd }: { what: string; onAdd(): void }) {
  return (
    <button type="button" className={styles.add} title={`Add a step ${what}`} onClick={onAdd}>
      <Icon name="plus" />
      <span className="visually-hidden">Add a step {what}</span>
    </button>
  )
}
