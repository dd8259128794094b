import { explainedInWords } from '@millrace/contract/condition/in-words'
import type { SimulatedStep, SimulationResult } from '@millrace/contract/simulation'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { useState } from 'react'
import { Note } from '../../../components/Note.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { Sentences } from '../../../components/Sentences.tsx'
import { exactTime } from '../../../components/time/relative-time.ts'
import { useZone } from '../../../components/time/use-zone.ts'
import { runStatusInWords } from '../../../features/run/run-status.ts'
import { type ListedStep, StepList } from '../../../features/run/StepList.tsx'
import { findNode } from '../../../features/workflow/document.ts'
import { nameOf } from '../../../features/workflow/node-types.ts'
import { t } from '../../../language/words.ts'
import { changesInWords } from './outcome-in-words.ts'
import { StepOutcome } from './StepOutcome.tsx'

export interface OutcomeProps {
  document: WorkflowDefinition
  result: SimulationResult
}

/** The result: whether the guest enters and why, each step with its time, and what changes. */
export function Outcome({ document, result }: OutcomeProps) {
  const { verdict, run, next, now, guest, heard, notes } = result
  const zone = useZone()
  const [chosen, setChosen] = useState<number>()
  const steps = result.steps.map(step => labelled(step, document))
  const first = steps.find(({ node_id }) => result.messages.some(message => message.node_id === node_id))
  const selected = steps.find(({ position }) => position === chosen) ?? first ?? steps[0]
  const changes = changesInWords(guest.before, guest.after)
  return (
    <>
      <Note tone={verdict.entered ? 'good' : 'warn'}>
        <p>{verdict.sentence}</p>
        <Sentences plain of={verdict.conditions.map(leaf => explainedInWords(leaf))} />
      </Note>
      {run && (
        <p>
          {t`Run: ${runStatusInWords(run)}${run.outcome_reason === null ? '' : `, ${run.outcome_reason}`}. `}
          {run.error && `${run.error.message ?? run.error.code}. `}
          {next}
          {t` Simulated time: ${exactTime(Date.parse(now), zone)}.`}
        </p>
      )}
      {selected && (
        <>
          <StepList steps={steps} selected={selected} now={Date.parse(now)} onSelect={setChosen} />
          <StepOutcome step={selected} result={result} />
        </>
      )}
      {changes.length > 0 && (
        <Panel title={t`Changes to the guest`}>
          <Sentences of={changes} />
        </Panel>
      )}
      {heard.length > 0 && (
        <Panel title={t`Later events`}>
          <Sentences
            of={heard.map(
              ({ at, did, starts }) =>
                `${exactTime(Date.parse(at), zone)}: ${did === 'nothing' ? starts.sentence : didInWords[did]}`,
            )}
          />
        </Panel>
      )}
      <Sentences of={notes} />
    </>
  )
}

const didInWords = {
  started: t`It started the run.`,
  woke: t`The run resumed.`,
  moved: t`It moved the wait.`,
  ended: t`It ended the run.`,
}

const labelled = (step: SimulatedStep, document: WorkflowDefinition): ListedStep => {
  const node = findNode(document, step.node_id)
  return { ...step, label: node ? nameOf(node) : null }
}
