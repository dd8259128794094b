import styles from './RowActions.module.css'

export interface RowActionsProps {
  /** Names the row, for screen readers. */
  of: string
  actions: readonly { name: string; act(): void }[]
}

export function RowActions({ of, actions }: RowActionsProps) {
  return (
    <span className={styles.actions}>
      {actions.map(({ name, act }) => (
        <button key={name} type="button" onClick={act}>
          {name}
          <span className="visually-hidden"> {of}</span>
        </button>
      ))}
    </span>
  )
}
