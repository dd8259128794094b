import type { SimulationResult, SimulationScript } from '@millrace/contract/simulation'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { useEffect, useRef, useState } from 'react'
import type { Answer } from '../../../api/answer.ts'
import { usePages } from '../../../api/use-pages.ts'
import { useSubmit } from '../../../api/use-submit.ts'
import { listVersions, readVersion, simulate } from '../../../api/workflows.ts'
import { Button } from '../../../components/Button.tsx'
import { FailureDetails } from '../../../components/FailureDetails.tsx'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { Empty } from '../../../components/list/Empty.tsx'
import { WhatIsThis } from '../../../features/help/WhatIsThis.tsx'
import { t } from '../../../language/words.ts'
import type { Draft } from '../draft/use-draft.ts'
import { Outcome } from './Outcome.tsx'
import { SavedSimulations } from './SavedSimulations.tsx'
import { SaveSimulationForm } from './SaveSimulationForm.tsx'
import { ScriptForm } from './ScriptForm.tsx'
import styles from './Simulator.module.css'

export interface SimulatorProps {
  workflowId: string
  draft: Draft
  locked: boolean
  script: SimulationScript
  onScript(script: SimulationScript): void
}

interface Tried {
  readonly document: WorkflowDefinition
  readonly result: SimulationResult
}

const DRAFT = 'draft'

/** Simulates the workflow with the engine's code; nothing is stored or sent. */
export function Simulator({ workflowId, draft, locked, script, onScript }: SimulatorProps) {
  const [on, setOn] = useState(DRAFT)
  const [tried, setTried] = useState<Tried>()
  const versions = usePages(['versions', workflowId], (cursor, signal) =>
    listVersions(workflowId, cursor, signal),
  )
  const trial = useSubmit(() => tryOut(workflowId, on, draft, script), setTried)
  const result = useRef<HTMLElement>(null)
  useEffect(() => {
    // The result is beside the form or, on a phone, far below it.
    if (tried) result.current?.focus()
  }, [tried])
  const nobody = 'known' in script.guest && script.guest.known === ''
  const open = (kept: SimulationScript) => {
    onScript(kept)
    setTried(undefined)
    window.scrollTo(0, 0)
  }
  const choices = [
    { value: DRAFT, label: t`The draft` },
    ...(versions.data?.pages.flatMap(({ data }) => data) ?? []).map(({ version, current }) => ({
      value: String(version),
      label: t`Version ${version}${current ? ' (live)' : ''}`,
    })),
  ]
  return (
    <>
      <div className={styles.simulator}>
        <form noValidate className={styles.script} onSubmit={trial.submit}>
          <div className={styles.actions}>
            <SelectField label={t`Version`} name="on" value={on} choices={choices} onChange={setOn} />
            <Button type="submit" busy={trial.busy} disabled={nobody}>
              {t`Run simulation`}
            </Button>
          </div>
          <FailureDetails failure={trial.failure} />
          <ScriptForm script={script} document={draft.document} onChange={onScript} />
        </form>
        <section ref={result} tabIndex={-1} className={styles.result} aria-label={t`Simulation result`}>
          {tried === undefined ? (
            <Empty title={t`No simulation yet`}>
              <p>
                {t`Choose a guest and an event, then run the simulation. It works exactly like a real run, but nothing is stored or sent.`}
              </p>
              <WhatIsThis topic="marketers#try-it-first">{t`Other ways to try a workflow`}</WhatIsThis>
            </Empty>
          ) : (
            <>
              <Outcome {...tried} />
              {!locked && (
                <SaveSimulationForm
                  workflowId={workflowId}
                  script={script}
                  isSaved={draft.saving.state === 'saved'}
                  onScript={onScript}
                />
              )}
            </>
          )}
        </section>
      </div>
      <SavedSimulations workflowId={workflowId} draft={draft} locked={locked} onOpen={open} />
    </>
  )
}

/** For a version or the draft: the saved draft, unless there are unsaved changes. */
async function tryOut(
  id: string,
  on: string,
  draft: Draft,
  script: SimulationScript,
): Promise<Answer<Tried>> {
  const version = on === DRAFT ? undefined : await readVersion(id, Number(on), new AbortController().signal)
  if (version && !version.ok) return version
  const document = version ? (version.value.definition as WorkflowDefinition) : draft.document
  const isSaved = on === DRAFT && draft.saving.state === 'saved'
  const answer = await simulate(id, script, isSaved ? undefined : document)
  return answer.ok ? { ok: true, value: { document, result: answer.value } } : answer
}
