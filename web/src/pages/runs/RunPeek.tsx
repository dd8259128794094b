import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { inspectRun } from '../../api/management.ts'
import { asked } from '../../api/queries.ts'
import { Badge } from '../../components/Badge.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { Time } from '../../components/time/Time.tsx'
import { runStatusInWords, toneOf } from '../../features/run/run-status.ts'
import { StepStory } from '../../features/run/StepStory.tsx'
import { t } from '../../language/words.ts'

/** A run beside the list: how it stands, and its story so far. */
export function RunPeek({ id }: { id: string }) {
  const inspection = useQuery({
    queryKey: ['run', id],
    queryFn: ({ signal }) => asked(inspectRun(id, signal)),
  })
  return (
    <Loaded query={inspection}>
      {({ run, steps }) => (
        <>
          <DescriptionList
            entries={[
              [
                t`Status`,
                <Badge key="status" tone={toneOf(run)}>
                  {runStatusInWords(run)}
                </Badge>,
              ],
              [
                t`Guest`,
                <Link key="guest" to={`/guests/${run.org_reg_id}`}>
                  {run.guest_name ?? run.org_reg_id}
                </Link>,
              ],
              [
                t`Workflow`,
                <Link key="workflow" to={`/workflows/${run.workflow_id}`}>
                  {run.workflow_name}
                </Link>,
              ],
              [t`Started`, <Time key="started" at={run.created_at} serial={run.serial} />],
            ]}
          />
          <StepStory steps={steps} />
        </>
      )}
    </Loaded>
  )
}
