import type { Home } from '@millrace/contract/dashboard/home'
import { useState } from 'react'
import { TimeChart } from '../../components/chart/TimeChart.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { number } from '../../language/format.ts'
import { t } from '../../language/words.ts'
import { FIRST_RANGE } from '../../opening/first-page.ts'
import styles from './Figures.module.css'
import { changeInWords, type Figure, figures } from './figures.ts'
import section from './Section.module.css'
import { Section } from './Section.tsx'

const ranges = [
  { value: '24h', label: t`Last 24 hours`, before: t`Changes are compared with the previous 24 hours.` },
  { value: '7d', label: t`Last 7 days`, before: t`Changes are compared with the previous 7 days.` },
  { value: '28d', label: t`Last 28 days`, before: t`Changes are compared with the previous 28 days.` },
]

/** The period that the address names. A week says what a workflow brings; an hour of today says little. */
export const rangeOf = (named: string): string =>
  ranges.some(({ value }) => value === named) ? named : FIRST_RANGE

export interface FiguresProps {
  home: Home
  range: string
  onRange(range: string): void
}

/** What happened in a period: a figure for each kind of thing, and the chosen one over time. */
export function Figures({ home, range, onRange }: FiguresProps) {
  const [chosen, choose] = useState(figures[0] as Figure)
  return (
    <Section
      title={t`Activity`}
      beside={
        <SelectField label={t`Period`} name="range" value={range} choices={ranges} onChange={onRange} />
      }
    >
      <div className={section.panel}>
        <div className={styles.figures}>
          {figures.map(figure => (
            <Tile
              key={figure.name}
              figure={figure}
              home={home}
              isChosen={figure === chosen}
              onChoose={() => choose(figure)}
            />
          ))}
        </div>
        <div className={styles.chart}>
          <TimeChart
            label={home.bucket === 'hour' ? t`${chosen.name} per hour` : t`${chosen.name} per day`}
            names={{ all: chosen.name, bad: chosen.badName }}
            bucket={home.bucket}
            zone={home.time_zone}
            bars={home.series.map(bucket => ({
              from: bucket.from,
              all: chosen.all(bucket),
              bad: chosen.bad(bucket),
            }))}
          />
        </div>
      </div>
      <p className={styles.zone}>
        {home.bucket === 'hour' ? t`Per hour, in ${home.time_zone}.` : t`Per day, in ${home.time_zone}.`}{' '}
        {ranges.find(({ value }) => value === home.range)?.before}
      </p>
    </Section>
  )
}

interface TileProps {
  figure: Figure
  home: Home
  isChosen: boolean
  onChoose(): void
}

function Tile({ figure, home, isChosen, onChoose }: TileProps) {
  const [all, bad] = [figure.all(home.totals), figure.bad(home.totals)]
  const change = changeInWords(all, figure.all(home.before))
  return (
    <button type="button" aria-pressed={isChosen} className={styles.figure} onClick={onChoose}>
      <span className={styles.name}>{figure.name}</span>
      <span className={styles.number}>
        {number(all)}
        {change !== undefined && <small>{change}</small>}
      </span>
      <span className={styles.bad} data-any={bad > 0}>
        {bad === 0 ? figure.noneBad : `${number(bad)} ${figure.badName.toLowerCase()}`}
      </span>
    </button>
  )
}
