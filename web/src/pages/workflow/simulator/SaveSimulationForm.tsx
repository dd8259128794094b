import type { SimulationScript } from '@millrace/contract/simulation'
import { useState } from 'react'
import { readGuest } from '../../../api/management.ts'
import { useSubmit } from '../../../api/use-submit.ts'
import { keepSimulation } from '../../../api/workflows.ts'
import { Button } from '../../../components/Button.tsx'
import { FailureDetails } from '../../../components/FailureDetails.tsx'
import { TextField } from '../../../components/form/TextField.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { useChanged } from '../../../components/use-changed.ts'
import { t } from '../../../language/words.ts'
import styles from './Simulator.module.css'
import { madeUpLike, toKept } from './script.ts'

export interface SaveSimulationFormProps {
  workflowId: string
  script: SimulationScript
  /** Whether the draft shown here is saved. */
  isSaved: boolean
  onScript(script: SimulationScript): void
}

/** Saves the simulation as a test that has to give the same result at every publication. */
export function SaveSimulationForm({ workflowId, script, isSaved, onScript }: SaveSimulationFormProps) {
  const [name, setName] = useState('')
  const kept = toKept(script, new Date())
  const keep = useSubmit(
    () => keepSimulation(workflowId, { name: name.trim(), script: kept as NonNullable<typeof kept> }),
    useChanged([['simulations', workflowId]], () => setName('')),
  )
  return (
    <Panel title={t`Save as test`}>
      <p className={styles.quiet}>
        {t`The test runs each time you publish. If the result differs, the workflow is not published.`}
      </p>
      {kept === undefined ? (
        <MakeUp script={script} onScript={onScript} />
      ) : (
        <form className={styles.script} onSubmit={keep.submit}>
          <div className={styles.actions}>
            <TextField
              label={t`Test name`}
              name="name"
              required
              maxLength={200}
              placeholder={t`e.g. a large bill earns 50 points`}
              value={name}
              onChange={setName}
            />
            <Button type="submit" quiet busy={keep.busy} disabled={!isSaved}>
              {t`Save test`}
            </Button>
          </div>
          <FailureDetails failure={keep.failure} />
        </form>
      )}
    </Panel>
  )
}

/** A real guest changes, and may be deleted; an invented copy does not. */
function MakeUp({ script, onScript }: Pick<SaveSimulationFormProps, 'script' | 'onScript'>) {
  const known = 'known' in script.guest ? script.guest.known : ''
  const take = useSubmit(
    () => readGuest(known, new AbortController().signal),
    guest => onScript({ ...script, guest: { invented: madeUpLike(guest) } }),
  )
  return (
    <>
      <p>{t`A test needs an invented guest, because real guests change and can be deleted.`}</p>
      <div>
        <Button quiet busy={take.busy} onClick={take.submit}>
          {t`Create an invented copy`}
        </Button>
      </div>
      <FailureDetails failure={take.failure} />
    </>
  )
}
