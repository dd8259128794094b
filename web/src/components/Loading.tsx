import styles from './Loading.module.css'

/** Stands for what is on its way. It appears late: what is there within a moment needs no announcement. */
export function Loading() {
  return (
    <div className={styles.waiting}>
      <span className="visually-hidden">Loading</span>
      <span aria-hidden="true" />
      <span aria-hidden="true" />
      <span aria-hidden="true" />
    </div>
  )
}
