import styles from './Method.module.css'

export function Method({ method }: { method: string }) {
  return (
    <span className={styles.method} data-method={method}>
      {method}
    </span>
  )
}
