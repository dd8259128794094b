import type { WorkflowAtVenue } from '@millrace/contract/dashboard/venues'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { asked } from '../../api/queries.ts'
import { Badge } from '../../components/Badge.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { t } from '../../language/words.ts'
import { OverridesForm } from './OverridesForm.tsx'
import { scalarInWords } from './overrides.ts'
import { listWorkflowsAt } from './venue-calls.ts'
import styles from './WorkflowOverrides.module.css'

/** The variables of workflows, with the overrides of this venue. */
export function WorkflowOverrides({ serial, mayEdit }: { serial: string; mayEdit: boolean }) {
  const workflows = useQuery({
    queryKey: ['workflows', 'at', serial],
    queryFn: ({ signal }) => asked(listWorkflowsAt(serial, signal)),
  })
  return (
    <Loaded query={workflows}>
      {({ data }) =>
        data.length > 0 && (
          <Panel title={t`Workflow variables`}>
            <p>
              {t`Each workflow has variables with a default for all venues. You can set different values for this venue. This changes the workflow’s draft and applies once it is published.`}
            </p>
            <ul className={styles.workflows}>
              {data.map(workflow => (
                <li key={workflow.workflow_id}>
                  <h3>
                    <Link to={`/workflows/${workflow.workflow_id}`}>{workflow.name}</Link>{' '}
                    {workflow.unpublished && <Badge tone="warn">{t`unpublished changes`}</Badge>}
                  </h3>
                  {mayEdit ? (
                    <OverridesForm serial={serial} workflow={workflow} />
                  ) : (
                    <DescriptionList entries={workflow.variables.map(variableInWords)} />
                  )}
                </li>
              ))}
            </ul>
          </Panel>
        )
      }
    </Loaded>
  )
}

const variableInWords = ({ key, value, own }: WorkflowAtVenue['variables'][number]) =>
  [
    key,
    own === undefined
      ? t`${scalarInWords(value)} (default)`
      : t`${scalarInWords(own)}; default: ${scalarInWords(value)}`,
  ] as const
