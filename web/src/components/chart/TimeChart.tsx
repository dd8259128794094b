import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { number } from '../../language/format.ts'
import { t } from '../../language/words.ts'
import { Button } from '../Button.tsx'
import { periodLabel } from './period-label.ts'
import { ticksUpTo } from './scale.ts'
import styles from './TimeChart.module.css'

export interface Bar {
  readonly from: string
  readonly all: number
  /** How many of them went wrong. */
  readonly bad: number
}

export interface TimeChartProps {
  label: string
  bars: readonly Bar[]
  bucket: 'hour' | 'day'
  /** The time zone of the times. */
  zone: string
  /** Without a name for what went wrong, nothing is said about it. */
  names: { readonly all: string; readonly bad?: string }
}

/** How many times fit below the chart of a phone. */
const TIMES = 6

/** Fewer bars than these are not drawn wider. */
const FEW = 10

/**
 * Numbers over time. Each bar is read by pointing at it or by the arrow keys, and all of them are a table on request.
 * Drawn here because it is two rectangles for each bar, see decision 90.
 */
export function TimeChart({ label, bars, bucket, zone, names }: TimeChartProps) {
  const [isTable, setTable] = useState(false)
  return (
    <figure className={styles.chart} aria-label={label}>
      <figcaption>
        <span className={styles.legend}>
          <span data-series="all">{names.all}</span>
          {names.bad !== undefined && <span data-series="bad">{names.bad}</span>}
        </span>
        <Button quiet onClick={() => setTable(!isTable)}>
          {isTable ? t`Show as chart` : t`Show as table`}
        </Button>
      </figcaption>
      {isTable ? (
        <Numbers label={label} bars={bars} bucket={bucket} zone={zone} names={names} />
      ) : (
        <Plot label={label} bars={bars} bucket={bucket} zone={zone} names={names} />
      )}
    </figure>
  )
}

function Plot({ label, bars, bucket, zone, names }: TimeChartProps) {
  const [at, setAt] = useState<number>()
  const ticks = ticksUpTo(Math.max(0, ...bars.map(({ all, bad }) => Math.max(all, bad))))
  const top = ticks.at(-1) as number
  const shown = at === undefined ? undefined : bars[at]
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -bars.length, End: bars.length }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const from = at ?? (step > 0 ? -1 : bars.length)
    setAt(Math.min(Math.max(from + step, 0), bars.length - 1))
  }
  const onPointerMove = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setAt(Math.min(Math.max(Math.floor(((clientX - left) / width) * bars.length), 0), bars.length - 1))
  }
  const inWords = (bar: Bar | undefined) =>
    bar &&
    [
      `${periodLabel(bar.from, bucket, 'long', zone)}: ${names.all} ${number(bar.all)}`,
      ...(names.bad === undefined ? [] : [`${names.bad} ${number(bar.bad)}`]),
    ].join(', ')
  const every = Math.ceil(bars.length / TIMES)
  // One day alone is a bar, not a wall.
  const width = 0.7 * Math.min(1, bars.length / FEW)
  return (
    <div className={styles.frame}>
      <div className={styles.numbers} aria-hidden="true">
        {ticks.toReversed().map(tick => (
          <span key={tick}>{number(tick)}</span>
        ))}
      </div>
      <div
        className={styles.plot}
        role="slider"
        aria-label={bucket === 'hour' ? t`${label}, hour by hour` : t`${label}, day by day`}
        aria-valuemin={1}
        aria-valuemax={bars.length}
        aria-valuenow={(at ?? bars.length - 1) + 1}
        aria-valuetext={inWords(bars[at ?? bars.length - 1])}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setAt(undefined)}
        onBlur={() => setAt(undefined)}
      >
        <svg viewBox={`0 0 ${bars.length} ${top}`} preserveAspectRatio="none" aria-hidden="true">
          {ticks.map(tick => (
            <line key={tick} x1={0} x2={bars.length} y1={top - tick} y2={top - tick} />
          ))}
          {bars.map(({ from, all, bad }, place) => (
            <g key={from} data-at={place === at}>
              <rect data-series="all" x={place + 0.5 - width / 2} y={top - all} width={width} height={all} />
              <rect data-series="bad" x={place + 0.5 - width / 2} y={top - bad} width={width} height={bad} />
            </g>
          ))}
        </svg>
        <p
          className={styles.tip}
          aria-hidden="true"
          hidden={shown === undefined}
          data-side={at !== undefined && at > bars.length / 2 ? 'left' : 'right'}
          style={{ '--at': `${(((at ?? 0) + 0.5) / bars.length) * 100}%` } as object}
        >
          {shown && (
            <>
              <strong>{periodLabel(shown.from, bucket, 'long', zone)}</strong>
              <span>{`${names.all}: ${number(shown.all)}`}</span>
              {names.bad !== undefined && <span>{`${names.bad}: ${number(shown.bad)}`}</span>}
            </>
          )}
        </p>
      </div>
      <div className={styles.times} aria-hidden="true">
        {bars.map(({ from }, place) => (
          <span key={from}>{place % every === 0 && periodLabel(from, bucket, 'short', zone)}</span>
        ))}
      </div>
    </div>
  )
}

function Numbers({ label, bars, bucket, zone, names }: TimeChartProps) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{label}</caption>
      <thead>
        <tr>
          <th scope="col">{bucket === 'hour' ? t`Hour` : t`Day`}</th>
          <th scope="col">{names.all}</th>
          {names.bad !== undefined && <th scope="col">{names.bad}</th>}
        </tr>
      </thead>
      <tbody>
        {bars.toReversed().map(({ from, all, bad }) => (
          <tr key={from}>
            <th scope="row">{periodLabel(from, bucket, 'long', zone)}</th>
            <td>{number(all)}</td>
            {names.bad !== undefined && <td>{number(bad)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
