import { exactTime } from '../../components/time/relative-time.ts'
import styles from './Bars.module.css'

export interface Bar {
  readonly from: string
  readonly all: number
  readonly bad: number
}

const HEIGHT = 44
const GAP = 0.25

export interface BarsProps {
  label: string
  bars: readonly Bar[]
  /** The time zone of the times. */
  zone: string
}

/** A small chart over time. The figure above it is the total. */
export function Bars({ label, bars, zone }: BarsProps) {
  const most = Math.max(1, ...bars.map(({ all }) => all))
  const height = (count: number) => (count === 0 ? 0 : Math.max(1.5, (count / most) * HEIGHT))
  return (
    <svg
      role="img"
      aria-label={`${label}: at most ${most.toLocaleString('en-GB')} at a time`}
      viewBox={`0 0 ${Math.max(1, bars.length)} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={styles.bars}
    >
      {bars.map(({ from, all, bad }, place) => (
        <g key={from}>
          <title>{`${exactTime(Date.parse(from), zone)}: ${all.toLocaleString('en-GB')}`}</title>
          <rect
            className={styles.all}
            x={place}
            y={HEIGHT - height(all)}
            width={1 - GAP}
            height={height(all)}
          />
          <rect
            className={styles.bad}
            x={place}
            y={HEIGHT - height(bad)}
            width={1 - GAP}
            height={height(bad)}
          />
        </g>
      ))}
    </svg>
  )
}
