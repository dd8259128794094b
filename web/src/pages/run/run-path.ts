import type { RunStep } from '@millrace/contract/dashboard/runs'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import type { RunPath } from '../../features/canvas/Canvas.tsx'
import { lengthInWords } from '../../features/run/step-times.ts'
import { findNode, TRIGGER } from '../../features/workflow/document.ts'
import { lineId } from '../../features/workflow/line-id.ts'
import { t } from '../../language/words.ts'

const statusInWords: Readonly<Record<RunStep['status'], string>> = {
  completed: t`completed`,
  skipped: t`skipped`,
  failed: t`failed`,
  waiting: t`waiting`,
}

type PathStep = Pick<RunStep, 'node_id' | 'status' | 'detail' | 'started_at' | 'finished_at'>

/** The steps a run took, with their status and duration. */
export function pathOf(steps: readonly PathStep[], document: WorkflowDefinition, now: number): RunPath {
  const nodes = new Map(
    steps.map(({ node_id, status, started_at, finished_at }) => {
      const end = finished_at === null ? now : Date.parse(finished_at)
      const length = lengthInWords(Math.max(0, end - Date.parse(started_at)))
      return [node_id, { status, note: `${statusInWords[status]}, ${length}` }]
    }),
  )
  const lines = new Set(
    steps.slice(0, -1).map(step => lineId({ from: step.node_id, handle: handleOf(step, document) })),
  )
  if (steps.length > 0) lines.add(lineId({ from: TRIGGER, handle: 'next' }))
  return { nodes, lines }
}

/** The connection by which it left a step, as recorded. */
function handleOf({ node_id, detail }: PathStep, document: WorkflowDefinition): string {
  const { taken } = detail
  const node = findNode(document, node_id)
  switch (node?.type) {
    case 'branch':
      return typeof taken === 'number' ? `cases.${taken}` : 'else'
    case 'split':
      return `ways.${taken}`
    case 'wait_for_event':
      return typeof taken === 'number' ? `events.${taken}` : 'timeout'
    case 'wait_for_task':
    case 'wait_for_click':
    case 'wait_for_answer':
      return taken === 'timeout' ? 'timeout' : 'next'
    case 'wait':
      return 'passed' in detail && node.if_passed !== undefined ? 'if_passed' : 'next'
    case 'call_webhook':
      return 'failed' in detail ? 'on_failure' : 'next'
    default:
      return 'next'
  }
}
