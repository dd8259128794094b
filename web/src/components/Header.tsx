import icon from '../icon.svg'
import { ThemeToggle } from '../theme/ThemeToggle.tsx'
import styles from './Header.module.css'

const pages = [
  { name: 'welcome', href: '/', label: 'Start' },
  { name: 'reference', href: '/docs', label: 'API reference' },
] as const

export function Header({ current }: { current: (typeof pages)[number]['name'] }) {
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
        {pages.map(({ name, href, label }) => (
          <a key={name} href={href} aria-current={name === current ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
      <ThemeToggle />
    </header>
  )
}
