import { Link } from 'wouter'
import icon from '../styles/icon.svg'
import styles from './Brand.module.css'

/** The way to the first page, whichever that is for whoever looks. */
export const Brand = ({ label }: { label: string }) => (
  <Link to="/" className={styles.brand} aria-label={label}>
    <img src={icon} alt="" width="24" height="24" />
    <span>Millrace</span>
  </Link>
)
