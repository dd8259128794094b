import { mailAddress } from '../../api/management.ts'
import styles from './StoredEmail.module.css'

/**
 * What a guest's data put into it is not carried out: the frame runs nothing and has no origin, and the server's policy
 * for it lets nothing be loaded.
 */
export function StoredEmail({ id }: { id: string }) {
  return (
    <>
      <iframe
        className={styles.frame}
        sandbox=""
        referrerPolicy="no-referrer"
        src={mailAddress(id)}
        title="The e-mail as the guest sees it"
      />
      <p className={styles.note}>Links do nothing here, and pictures from elsewhere are not loaded.</p>
    </>
  )
}
