import type { ReactNode } from 'react'
import { Icon } from '../../components/Icon.tsx'
import { t } from '../../language/words.ts'
import styles from './Checklist.module.css'
import section from './Section.module.css'
import { Section } from './Section.tsx'

export interface ChecklistStep {
  readonly title: string
  readonly done: boolean
  readonly about: ReactNode
}

/** The steps to the first run. The next one is highlighted. */
export function Checklist({ steps }: { steps: readonly ChecklistStep[] }) {
  const next = steps.findIndex(({ done }) => !done)
  return (
    <Section title={t`Get started`}>
      <ol className={`${section.panel} ${styles.steps}`}>
        {steps.map(({ title, done, about }, place) => (
          <li key={title} data-state={done ? 'done' : place === next ? 'next' : 'later'}>
            <span className={styles.mark} aria-hidden="true">
              {done ? <Icon name="done" /> : place + 1}
            </span>
            <div className={styles.words}>
              <h3>
                {title}
                {done && <span className="visually-hidden">{t` (done)`}</span>}
              </h3>
              {place === next && <div>{about}</div>}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}
