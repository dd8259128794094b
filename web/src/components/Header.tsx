import icon from '../icon.svg'
import { isKnownHere } from '../session/known-here.ts'
import { ThemeToggle } from '../theme/ThemeToggle.tsx'
import styles from './Header.module.css'

const pages = [
  { name: 'welcome', href: '/', label: 'Start' },
  { name: 'reference', href: '/docs', label: 'API reference' },
  { name: 'sign-in', href: '/sign-in', label: 'Sign in' },
] as const

/** Of the pages that anybody may see. Where somebody has signed in before, the first address is the dashboard. */
export function Header({ current }: { current: (typeof pages)[number]['name'] }) {
  const shown = isKnownHere() ? [{ ...pages[0], label: 'Dashboard' }, pages[1]] : pages
  return (
    <header className={styles.header}>
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      <a className={styles.brand} href="/" aria-label="Millrace, start page">
        <img src={icon} alt="" width="26" height="26" />
        <span>Millrace</span>
      </a>
      <nav aria-label="Pages" className={styles.pages}>
        {shown.map(({ name, href, label }) => (
          <a key={name} href={href} aria-current={name === current ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
      <ThemeToggle />
    </header>
  )
}
