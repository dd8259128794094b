import type { WorkflowInList } from '@millrace/contract/dashboard/workflows'
import { number } from '../../language/format.ts'
import { plural, t } from '../../language/words.ts'
import styles from './LastDays.module.css'

const HEIGHT = 20
const BAR = 3
const WIDTH = 56

/** How many guests entered, how many runs reached their goal, and how that went day by day. */
export function LastDays({ of }: { of: WorkflowInList['last_28_days'] }) {
  // Members of some venues do not see it: it is counted for all venues together.
  if (of === null) return '–'
  const { entered, success, failed, sent, days } = of
  if (entered === 0) return <span className={styles.none}>{t`No runs`}</span>
  return (
    <div className={styles.days}>
      <svg
        width={WIDTH}
        height={HEIGHT}
        viewBox={`0 0 ${days.length * BAR} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={barsOf(days)} />
      </svg>
      <span>
        {plural(entered, '# entered', '# entered')}
        <small>
          {t`${number(success / entered, { style: 'percent' })} succeeded`}
          {failed > 0 && t`, ${number(failed)} failed`}
          {sent > 0 && t`, ${number(sent)} sent`}
        </small>
      </span>
    </div>
  )
}

/** A bar for each day; a day without runs has a thin one. */
function barsOf(days: readonly number[]): string {
  const most = Math.max(...days)
  return days
    .map((count, day) => {
      const height = count === 0 ? 1 : Math.max(2, Math.round((count / most) * HEIGHT))
      return ['M', day * BAR, ' ', HEIGHT, 'v-', height, 'h', BAR - 1, 'v', height, 'z'].join('')
    })
    .join('')
}
