import { Icon } from '../../../components/Icon.tsx'
import styles from './Anchor.module.css'

/** The link of a heading, to copy or to send. */
export function Anchor({ to, name }: { to: string; name: string }) {
  return (
    <a className={styles.anchor} href={`#${to}`} aria-label={`Link to ${name}`}>
      <Icon name="link" />
    </a>
  )
}
