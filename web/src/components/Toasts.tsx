import { useSyncExternalStore } from 'react'
import { t } from '../language/words.ts'
import { dismissToast, onToasts, shownToasts } from '../toasts/toasts.ts'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'
import styles from './Toasts.module.css'

export function Toasts() {
  const toasts = useSyncExternalStore(onToasts, shownToasts)
  return (
    <div role="status" className={styles.toasts}>
      {toasts.map(({ id, message, tone, undo }) => (
        <div key={id} className={styles.toast} data-tone={tone}>
          <span>{message}</span>
          {undo && (
            <Button
              quiet
              onClick={() => {
                dismissToast(id)
                undo()
              }}
            >
              {t`Undo`}
            </Button>
          )}
          <IconButton icon="close" label={t`Dismiss`} onClick={() => dismissToast(id)} />
        </div>
      ))}
    </div>
  )
}
