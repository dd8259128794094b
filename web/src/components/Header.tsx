import { hasSignedInBefore } from '../session/signed-in-before.ts'
import { Brand } from './Brand.tsx'
import styles from './Header.module.css'
import { SkipLink } from './SkipLink.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'

const pages = [
  { name: 'welcome', href: '/', label: 'Start' },
  { name: 'reference', href: '/docs', label: 'API reference' },
  { name: 'sign-in', href: '/sign-in', label: 'Sign in' },
] as const

/** The header of public pages. In a browser that has signed in before, `/` is the dashboard. */
export function Header({ current }: { current: (typeof pages)[number]['name'] }) {
  const shown = hasSignedInBefore() ? [{ ...pages[0], label: 'Dashboard' }, pages[1]] : pages
  return (
    <header className={styles.header}>
      <SkipLink />
      <Brand label="Millrace, start page" />
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
