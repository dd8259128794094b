import { mailAddress } from '../../api/management.ts'
import { t } from '../../language/words.ts'
import styles from './StoredEmail.module.css'

/**
 * Nothing in a guest's data is executed: the frame runs no scripts and has no origin, and its content security policy
 * loads nothing but uploaded images.
 */
export function StoredEmail({ id }: { id: string }) {
  return (
    <>
      <iframe
        className={styles.frame}
        sandbox=""
        referrerPolicy="no-referrer"
        src={mailAddress(id)}
        title={t`The e-mail as the guest sees it`}
      />
      <p className={styles.note}>
        {t`Links are off in this preview, and images from other sites are not loaded.`}
      </p>
    </>
  )
}
