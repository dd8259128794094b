import { useId, useState } from 'react'
import { Icon } from '../../../components/Icon.tsx'
import { Method } from '../../../components/Method.tsx'
import type { Group } from '../contents/operations.ts'
import { search } from '../contents/search.ts'
import { SearchBox } from './SearchBox.tsx'
import styles from './SideNavigation.module.css'

export interface SideNavigationProps {
  groups: readonly Group[]
  index: ReadonlyMap<string, string>
  current: string
}

/** Beside the text where there is room; above it, folded, on a phone. */
export function SideNavigation({ groups, index, current }: SideNavigationProps) {
  const [query, setQuery] = useState('')
  const [open, setOpen] = useState(false)
  const id = useId()
  const found = search(groups, index, query)
  const count = found.reduce((sum, { operations }) => sum + operations.length, 0)
  const goToFirst = () => {
    const first = found[0]?.operations[0]
    if (first) location.hash = first.id
    setOpen(false)
  }

  return (
    <div className={styles.side}>
      <button
        type="button"
        className={styles.opener}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(before => !before)}
      >
        <Icon name="list" />
        Contents and search
      </button>
      <nav id={id} aria-label="Contents" className={styles.contents} data-open={open}>
        <SearchBox query={query} onChange={setQuery} onEnter={goToFirst} />
        <p role="status" className={query ? styles.count : 'visually-hidden'}>
          {query && countInWords(count)}
        </p>
        {query === '' && <Links links={firstLinks} current={current} onFollow={() => setOpen(false)} />}
        {found.map(group => (
          <div key={group.name}>
            <a className={styles.group} href={`#${group.anchor}`} onClick={() => setOpen(false)}>
              {group.name}
            </a>
            <Links
              links={group.operations.map(({ id, summary, method }) => ({ id, name: summary, method }))}
              current={current}
              onFollow={() => setOpen(false)}
            />
          </div>
        ))}
        {query === '' && <Links links={lastLinks} current={current} onFollow={() => setOpen(false)} />}
      </nav>
    </div>
  )
}

interface Link {
  id: string
  name: string
  method?: string
}

const firstLinks: Link[] = [
  { id: 'introduction', name: 'Introduction' },
  { id: 'oauth', name: 'OAuth 2.0' },
]
const lastLinks: Link[] = [{ id: 'errors', name: 'Errors' }]

function Links({ links, current, onFollow }: { links: Link[]; current: string; onFollow(): void }) {
  return (
    <ul className={styles.links}>
      {links.map(({ id, name, method }) => (
        <li key={id}>
          <a href={`#${id}`} aria-current={id === current ? 'location' : undefined} onClick={onFollow}>
            <span>{name}</span>
            {method && <Method method={method} />}
          </a>
        </li>
      ))}
    </ul>
  )
}

function countInWords(count: number): string {
  if (count === 0) return 'No matching calls.'
  return count === 1 ? '1 call; Enter goes there.' : `${count} calls; Enter goes to the first.`
}
