import styles from './RowActions.module.css'

export interface RowActionsProps {
  /** Names the row, for screen readers. */
  of: string
  /** With `main`: what most come for. */
  actions: readonly { name: string; main?: boolean; act(): void }[]
}

export function RowActions({ of, actions }: RowActionsProps) {
  return (
    <span className={styles.actions}>
      {actions.map(({ name, main, act }) => (
        <button key={name} type="button" data-main={main} onClick={act}>
          {name}
          <span className="visually-hidden"> {of}</span>
        </button>
      ))}
    </span>
  )
}
