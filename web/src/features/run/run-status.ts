import type { RunOutcome, RunStatus } from '@millrace/contract/run'
import type { Tone } from '../../components/Note.tsx'
import { t } from '../../language/words.ts'

interface Standing {
  readonly status: RunStatus
  readonly outcome: RunOutcome | null
}

const tones: Record<RunStatus, Tone> = {
  queued: 'quiet',
  running: 'quiet',
  waiting: 'warn',
  paused: 'warn',
  completed: 'good',
  failed: 'bad',
  cancelled: 'quiet',
}

export const statusNames: Readonly<Record<RunStatus, string>> = {
  queued: t`queued`,
  running: t`running`,
  waiting: t`waiting`,
  paused: t`paused`,
  completed: t`completed`,
  failed: t`failed`,
  cancelled: t`cancelled`,
}

export const outcomeNames: Readonly<Record<RunOutcome, string>> = {
  success: t`succeeded`,
  failure: t`unsuccessful`,
  exited: t`exited`,
}

/** The status of a run in a word; of a completed run, its outcome. */
export const runStatusInWords = ({ status, outcome }: Standing): string =>
  status === 'completed' && outcome !== null ? outcomeNames[outcome] : statusNames[status]

export const toneOf = ({ status, outcome }: Standing): Tone =>
  status === 'completed' && outcome !== 'success' ? 'quiet' : tones[status]

export const isFinished = ({ status }: Pick<Standing, 'status'>): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled'
