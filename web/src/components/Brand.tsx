import { Link } from 'wouter'
import icon from '../styles/icon.svg'
import styles from './Brand.module.css'

/** Links to the sign-in or to home, depending on the session. */
export const Brand = ({ label }: { label: string }) => (
  <Link to="/" className={styles.brand} aria-label={label}>
    <img src={icon} alt="" width="24" height="24" />
    <span>Millrace</span>
  </Link>
)
