import type { Bucket, Home } from '@millrace/contract/dashboard/home'
import { SelectField } from '../../components/form/SelectField.tsx'
import { Bars } from './Bars.tsx'
import styles from './Figures.module.css'

type Numbers = Omit<Bucket, 'from'>

const ranges = [
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
]

const sum = (numbers: Readonly<Record<string, number>>) =>
  Object.values(numbers).reduce((total, number) => total + number, 0)

/** A figure: the total, and how much of it failed. */
const figures: readonly {
  name: string
  all(numbers: Numbers): number
  bad(numbers: Numbers): number
  badName: string
  /** Where there is nothing bad. */
  noneBad: string
}[] = [
  {
    name: 'Events',
    all: ({ events }) => sum(events),
    bad: ({ events }) => events.unrouted,
    badName: 'unmatched',
    noneBad: 'All matched',
  },
  {
    name: 'Runs',
    all: ({ runs }) => sum(runs),
    bad: ({ runs }) => runs.cancelled,
    badName: 'cancelled',
    noneBad: 'None cancelled',
  },
  {
    name: 'Failures',
    all: ({ runs }) => runs.failed + runs.failure,
    bad: ({ runs }) => runs.failed,
    badName: 'by an error',
    noneBad: 'No errors',
  },
  {
    name: 'Messages',
    all: ({ messages }) => Object.values(messages).reduce((total, counts) => total + sum(counts), 0),
    bad: ({ messages }) =>
      Object.values(messages).reduce(
        (total, { failed = 0, undelivered = 0 }) => total + failed + undelivered,
        0,
      ),
    badName: 'not delivered',
    noneBad: 'None undelivered',
  },
  {
    name: 'Points',
    all: ({ points }) => points.awarded,
    bad: ({ points }) => points.taken,
    badName: 'taken away',
    noneBad: 'None taken away',
  },
]

export interface FiguresProps {
  home: Home
  range: string
  onRange(range: string): void
}

export function Figures({ home, range, onRange }: FiguresProps) {
  return (
    <section aria-label="Activity" className={styles.section}>
      <div className={styles.range}>
        <SelectField label="Period" name="range" value={range} choices={ranges} onChange={onRange} />
      </div>
      <div className={styles.figures}>
        {figures.map(({ name, all, bad, badName, noneBad }) => {
          const wrong = bad(home.totals)
          return (
            <article key={name} className={styles.figure}>
              <h2>{name}</h2>
              <p className={styles.number}>{all(home.totals).toLocaleString('en-GB')}</p>
              <p className={styles.bad} data-any={wrong > 0}>
                {wrong === 0 ? noneBad : `${wrong.toLocaleString('en-GB')} ${badName}`}
              </p>
              <Bars
                label={`${name} over time`}
                zone={home.time_zone}
                bars={home.series.map(bucket => ({ from: bucket.from, all: all(bucket), bad: bad(bucket) }))}
              />
            </article>
          )
        })}
      </div>
      <p className={styles.zone}>{`Per ${home.bucket}, in ${home.time_zone}.`}</p>
    </section>
  )
}
