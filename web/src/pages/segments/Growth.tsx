import * as segments from '@millrace/contract/operations/dashboard/segments'
import type { Segment } from '@millrace/contract/segment'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { asked } from '../../api/queries.ts'
import { TimeChart } from '../../components/chart/TimeChart.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { t } from '../../language/words.ts'
import { segmentKey } from './segment-calls.ts'

/** How many guests were in it, day by day. Asked again whenever there are more or fewer of them. */
export function Growth({ segment: { id, members } }: { segment: Segment }) {
  const growth = useQuery({
    queryKey: [...segmentKey(id), 'growth', members],
    queryFn: ({ signal }) => asked(call(segments.readSegmentGrowth, { params: { id }, signal })),
    placeholderData: before => before,
  })
  return (
    <Panel title={t`Growth`}>
      <Loaded query={growth}>
        {({ data }) => (
          <TimeChart
            label={t`Guests in this segment`}
            bars={data.map(day => ({ from: `${day.day}T12:00:00Z`, all: day.members, bad: day.left }))}
            bucket="day"
            zone="UTC"
            names={{ all: t`Guests`, bad: t`Left that day` }}
          />
        )}
      </Loaded>
    </Panel>
  )
}
