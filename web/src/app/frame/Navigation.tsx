import { Link, useLocation } from 'wouter'
import { Icon } from '../../components/Icon.tsx'
import { t } from '../../language/words.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { isAt, type PageEntry, pagesFor, sectionNames } from '../navigation/pages.ts'
import styles from './Navigation.module.css'

export function Navigation() {
  const { role } = useSignedIn()
  const sections = Map.groupBy(pagesFor(role), page => page.section)
  return (
    <nav aria-label={t`Pages`} className={styles.navigation}>
      {[...sections].map(([section, pages]) => (
        <section key={section} aria-label={section === 'main' ? undefined : sectionNames[section]}>
          {section !== 'main' && <h2>{sectionNames[section]}</h2>}
          <ul>
            {pages.map(page => (
              <li key={page.path}>
                <PageLink page={page} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function PageLink({ page }: { page: PageEntry }) {
  const [location] = useLocation()
  const content = (
    <>
      <Icon name={page.icon} />
      {page.label}
    </>
  )
  if (page.apart) return <a href={page.path}>{content}</a>
  return (
    <Link to={page.path} aria-current={isAt(page, location) ? 'page' : undefined}>
      {content}
    </Link>
  )
}
