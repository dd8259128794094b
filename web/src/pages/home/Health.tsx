import type { HomeHealth } from '@millrace/contract/dashboard/home'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Time } from '../../components/time/Time.tsx'
import { sourcePath } from '../../features/source/source-path.ts'
import { number } from '../../language/format.ts'
import { plural, rich, t } from '../../language/words.ts'
import styles from './Health.module.css'
import { budgetTone, isBehind, upTo, venuesOf } from './health.ts'
import section from './Section.module.css'
import { Section } from './Section.tsx'

type Tone = 'good' | 'warn' | 'quiet'

/** Whether all is well, in one line; what needs a person is said above it, with what to do. */
export function Health({ health }: { health: HomeHealth }) {
  return (
    <Section title={t`Health`}>
      <div className={section.panel}>
        <dl className={styles.strip}>
          <Sources health={health} />
          <Steps health={health} />
          <Queue queue={health.queue} />
          <Budgets budgets={health.budgets} />
        </dl>
        {health.sources.length > 0 && <SourcesByVenue health={health} />}
      </div>
    </Section>
  )
}

function Part({ name, tone, children }: { name: string; tone: Tone; children: ReactNode }) {
  return (
    <div data-tone={tone}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Sources({ health: { sources, silent } }: { health: HomeHealth }) {
  if (sources.length === 0) {
    return (
      <Part name={t`Sources`} tone="quiet">
        {t`No venue has a source yet`}
      </Part>
    )
  }
  return (
    <Part name={t`Sources`} tone={silent > 0 ? 'warn' : 'good'}>
      <Link to="/sources">
        {silent > 0
          ? plural(silent, 'Silent at # venue', 'Silent at # venues')
          : plural(sources.length, '# source is sending', 'All # are sending')}
      </Link>
    </Part>
  )
}

function Steps({ health: { retrying, failed } }: { health: HomeHealth }) {
  if (failed > 0) {
    return (
      <Part name={t`Steps`} tone="warn">
        <Link to="/runs?status=failed">{t`${upTo(failed)} failed in 7 days`}</Link>
      </Part>
    )
  }
  return (
    <Part name={t`Steps`} tone={retrying > 0 ? 'warn' : 'good'}>
      {retrying > 0 ? (
        <Link to="/outbox?status=pending">{t`${upTo(retrying)} being retried`}</Link>
      ) : (
        t`None failing`
      )}
    </Part>
  )
}

function Queue({ queue }: { queue: HomeHealth['queue'] }) {
  if (queue.oldest_at === null || !isBehind(queue.oldest_at, Date.now())) {
    return (
      <Part name={t`Queue`} tone="good">
        {t`Up to date`}
      </Part>
    )
  }
  return (
    <Part name={t`Queue`} tone="warn">
      {rich`${upTo(queue.waiting)} waiting, oldest ${<Time at={queue.oldest_at} />}`}
    </Part>
  )
}

function Budgets({ budgets }: { budgets: HomeHealth['budgets'] }) {
  return (
    <Part name={t`Budgets today`} tone={budgetTone(budgets)}>
      {budgets.length === 0
        ? t`No limits set`
        : budgets.map(({ kind, used, limit }) => (
            <span key={kind} className={styles.budget}>
              {kind === 'sms'
                ? t`${number(used)} of ${number(limit)} SMS`
                : t`${number(used)} of ${number(limit)} points`}
            </span>
          ))}
    </Part>
  )
}

/** When each source was last heard from at each venue. */
function SourcesByVenue({ health }: { health: HomeHealth }) {
  const venues = venuesOf(health)
  return (
    <details className={styles.matrix} open={health.silent > 0}>
      <summary>{t`Last event of each source, by venue`}</summary>
      <div className={styles.scroll}>
        <table aria-label={t`Last event of each source, by venue`}>
          <thead>
            <tr>
              <th scope="col">{t`Venue`}</th>
              {health.sources.map(({ source }) => (
                <th key={source} scope="col">
                  <Link to={sourcePath(source || null)}>{source || t`no source`}</Link>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {venues.map(({ serial, name }) => (
              <tr key={serial}>
                <th scope="row">
                  <Link to={`/venues/${encodeURIComponent(serial)}`}>{name}</Link>
                </th>
                {health.sources.map(({ source, venues: heard }) => {
                  const here = heard.find(venue => venue.serial === serial)
                  return (
                    <td key={source} data-silent={here?.silent || undefined}>
                      {here === undefined ? (
                        <span className={styles.never}>{t`never`}</span>
                      ) : (
                        <>
                          <Time at={here.last_seen_at} serial={serial} />
                          {here.silent && <small>{t`silent`}</small>}
                        </>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {health.venues > venues.length && (
        <p>{t`The ${number(venues.length)} venues that have been silent longest, of ${number(health.venues)}.`}</p>
      )}
    </details>
  )
}
