import { Icon } from '../../../components/Icon.tsx'
import styles from './Anchor.module.css'

/** A heading's own address, to be copied or sent to somebody. */
export function Anchor({ to, name }: { to: string; name: string }) {
  return (
    <a className={styles.anchor} href={`#${to}`} aria-label={`Link to ${name}`}>
      <Icon name="link" />
    </a>
  )
}
