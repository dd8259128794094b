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
    { name: 'Test', long: true, cell: ({ name }) => name },
    { name: 'Expected', long: true, cell: ({ expected }) => expectedInWords(expected) },
    {
      name: 'Result',
      long: true,
      cell: ({ id }) => <Result differences={differencesOf(id)} failed={results.error?.message} />,
    },
    {
      name: 'Actions',
      silent: true,
      end: true,
      cell: simulation => (
        <RowActions
          of={simulation.name}
          actions={[
            { name: 'Open', act: () => onOpen(simulation.script) },
            ...(locked ? [] : [{ name: 'Delete', act: () => setLeaving(simulation) }]),
          ]}
        />
      ),
    },
  ]
  return (
    <Panel title="Tests">
      <Loaded query={kept}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="No tests yet">
              <p>Run a simulation and save it as a test. Tests run each time the workflow is published.</p>
            </Empty>
          ) : (
            <>
              <Table label="Tests" columns={columns} rows={data} keyOf={({ id }) => id} />
              <div>
                <Button quiet busy={results.isFetching} onClick={() => results.refetch()}>
                  Run all tests
                </Button>
              </div>
            </>
          )
        }
      </Loaded>
      {leaving && (
        <ConfirmDialog
          title="Delete this test?"
          action="Delete test"
          send={() => deleteSimulation(workflowId, leaving.id)}
          onDone={deleted}
          onClose={close}
        >
          <p>“{leaving.name}” will no longer run when the workflow is published.</p>
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
  if (differences === undefined) return <span className={styles.quiet}>running…</span>
  if (differences.length === 0) return <Badge tone="good">passed</Badge>
  return (
    <>
      <Badge tone="bad">failed</Badge>
      <Sentences of={differences} />
    </>
  )
}

/** As in "enters, 4 steps, success, one message, +50 points". */
function expectedInWords({ entered, path, status, outcome, messages, points }: Expectation): string {
  if (!entered) return 'does not enter'
  const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`
  return [
    'enters',
    count(path.length, 'step'),
    outcome ?? status,
    ...(messages.length > 0 ? [count(messages.length, 'message')] : []),
    ...(points === 0 ? [] : [`${points > 0 ? '+' : ''}${points} points`]),
  ].join(', ')
}
