import { useSyncExternalStore } from 'react'
import { Icon } from '../../components/Icon.tsx'
import styles from './Toasts.module.css'
import { dismissToast, onToasts, shownToasts } from './toasts.ts'

export function Toasts() {
  const toasts = useSyncExternalStore(onToasts, shownToasts)
  return (
    <div role="status" className={styles.toasts}>
      {toasts.map(({ id, message, tone }) => (
        <div key={id} className={styles.toast} data-tone={tone}>
          <span>{message}</span>
          <button type="button" onClick={() => dismissToast(id)}>
            <Icon name="close" />
            <span className="visually-hidden">Dismiss</span>
          </button>
        </div>
      ))}
    </div>
  )
}
