import type { Expectation, KeptSimulation, SimulationScript } from '@millrace/contract/simulation'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { asked } from '../../../api/queries.ts'
import { deleteSimulation, listSimulations, runKeptSimulations } from '../../../api/workflows.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/dialog/ConfirmDialog.tsx'
import { Empty } from '../../../components/list/Empty.tsx'
import { Loaded } from '../../../components/list/Loaded.tsx'
import { RowActions } from '../../../components/list/RowActions.tsx'
import { type Column, Table } from '../../../components/list/Table.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { Sentences } from '../../../components/Sentences.tsx'
import { useChanged } from '../../../components/use-changed.ts'
import { plural, rich, t } from '../../../language/words.ts'
import type { Draft } from '../draft/use-draft.ts'
import styles from './Simulator.module.css'

export interface SavedSimulationsProps {
  workflowId: string
  draft: Draft
  locked: boolean
  onOpen(script: SimulationScript): void
}

/** The simulations that have to hold at every publication, with their result on the draft. */
export function SavedSimulations({ workflowId, draft, locked, onOpen }: SavedSimulationsProps) {
  const [leaving, setLeaving] = useState<KeptSimulation>()
  const kept = useQuery({
    queryKey: ['simulations', workflowId],
    queryFn: ({ signal }) => asked(listSimulations(workflowId, signal)),
  })
  const results = useQuery({
    queryKey: ['simulations', workflowId, 'results', draft.revision],
    queryFn: ({ signal }) => asked(runKeptSimulations(workflowId, signal)),
    enabled: (kept.data?.data.length ?? 0) > 0,
  })
  const close = () => setLeaving(undefined)
  const deleted = useChanged([['simulations', workflowId]], close)
  const differencesOf = (id: string) => results.data?.data.find(result => result.id === id)?.differences
  const columns: Column<KeptSimulation>[] = [
    { name: t`Test`, long: true, cell: ({ name }) => name },
    { name: t`Expected`, long: true, cell: ({ expected }) => expectedInWords(expected) },
    {
      name: t`Result`,
      long: true,
      cell: ({ id }) => <Result differences={differencesOf(id)} failed={results.error?.message} />,
    },
    {
      name: t`Actions`,
      silent: true,
      end: true,
      cell: simulation => (
        <RowActions
          of={simulation.name}
          actions={[
            { name: t`Open`, act: () => onOpen(simulation.script) },
            ...(locked ? [] : [{ name: t`Delete`, act: () => setLeaving(simulation) }]),
          ]}
        />
      ),
    },
  ]
  return (
    <Panel title={t`Tests`}>
      <Loaded query={kept}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={t`No tests yet`}>
              <p>{t`Run a simulation and save it as a test. Tests run each time the workflow is published.`}</p>
            </Empty>
          ) : (
            <>
              <Table label={t`Tests`} columns={columns} rows={data} keyOf={({ id }) => id} />
              <div>
                <Button quiet busy={results.isFetching} onClick={() => results.refetch()}>
                  {t`Run all tests`}
                </Button>
              </div>
            </>
          )
        }
      </Loaded>
      {leaving && (
        <ConfirmDialog
          title={t`Delete this test?`}
          action={t`Delete test`}
          send={() => deleteSimulation(workflowId, leaving.id)}
          onDone={deleted}
          onClose={close}
        >
          <p>{rich`“${leaving.name}” will no longer run when the workflow is published.`}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}

function Result({
  differences,
  failed,
}: {
  differences: readonly string[] | undefined
  failed?: string | undefined
}) {
  if (failed !== undefined) return <span className={styles.quiet}>{failed}</span>
  if (differences === undefined) return <span className={styles.quiet}>{t`running…`}</span>
  if (differences.length === 0) return <Badge tone="good">{t`passed`}</Badge>
  return (
    <>
      <Badge tone="bad">{t`failed`}</Badge>
      <Sentences of={differences} />
    </>
  )
}

/** As in "enters, 4 steps, success, one message, +50 points". */
function expectedInWords({ entered, path, status, outcome, messages, points }: Expectation): string {
  if (!entered) return t`does not enter`
  return [
    t`enters`,
    plural(path.length, '# step', '# steps'),
    outcome ?? status,
    ...(messages.length > 0 ? [plural(messages.length, '# message', '# messages')] : []),
    ...(points === 0 ? [] : [t`${points > 0 ? '+' : ''}${points} points`]),
  ].join(', ')
}
