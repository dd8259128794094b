import { t } from '../language/words.ts'
import { hasSignedInBefore } from '../opening/signed-in-before.ts'
import { Brand } from './Brand.tsx'
import styles from './Header.module.css'
import { SkipLink } from './SkipLink.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'

const pages = [
  { name: 'sign-in', href: '/', label: t`Sign in` },
  { name: 'developers', href: '/developers', label: t`Developers` },
  { name: 'reference', href: '/docs', label: t`API reference` },
] as const

/** The header of public pages. In a browser that has signed in before, `/` is the dashboard. */
export function Header({ current }: { current: (typeof pages)[number]['name'] }) {
  const isHome = hasSignedInBefore() && current !== 'sign-in'
  const shown = isHome ? [{ ...pages[0], label: t`Dashboard` }, ...pages.slice(1)] : pages
  return (
    <header className={styles.header}>
      <SkipLink />
      <Brand label={isHome ? t`Millrace, dashboard` : t`Millrace, sign in`} />
      <nav aria-label={t`Pages`} className={styles.pages}>
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
