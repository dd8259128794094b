import { type ExplainedLeaf, explainedInWords } from '@millrace/contract/condition/in-words'
import type { RunStep } from '@millrace/contract/dashboard/runs'
import { Note } from '../../components/Note.tsx'
import { Sentences } from '../../components/Sentences.tsx'
import { t } from '../../language/words.ts'
import styles from './StepSummary.module.css'

/** A step of a real or a simulated run: what it did, and what decided it. */
export function StepSummary({ step }: { step: Pick<RunStep, 'status' | 'sentence' | 'detail'> }) {
  return (
    <div className={styles.summary}>
      <Note tone={tones[step.status]}>
        <p>{step.sentence}</p>
      </Note>
      {casesOf(step.detail).map(({ name, holds, leaves }) => (
        <section key={name} aria-label={name}>
          <h3>{`${name}: ${holds ? t`matched` : t`didn’t match`}`}</h3>
          <Sentences plain of={leaves.map(leaf => explainedInWords(leaf))} />
        </section>
      ))}
    </div>
  )
}

const tones = { completed: 'good', skipped: 'quiet', failed: 'bad', waiting: 'warn' } as const

interface Case {
  readonly name: string
  readonly holds: boolean
  readonly leaves: readonly ExplainedLeaf[]
}

/** The cases of a branch that were evaluated, in their order. */
function casesOf({ cases }: RunStep['detail']): Case[] {
  if (!Array.isArray(cases)) return []
  return cases.map(({ label, holds, leaves }, place) => ({
    name: t`Branch ${typeof label === 'string' ? `“${label}”` : place + 1}`,
    holds: holds === true,
    leaves: Array.isArray(leaves) ? leaves : [],
  }))
}
