import type { NodeType } from '@millrace/contract/node'
import { Handle, type Node, type NodeProps, Position, useStoreApi } from '@xyflow/react'
import { useEffect } from 'react'
import { Icon, type IconName } from '../../components/Icon.tsx'
import { t } from '../../language/words.ts'
import { TRIGGER } from '../workflow/document.ts'
import { nodeTypes } from '../workflow/node-types.ts'
import { Branch, type BranchHandle } from './Branch.tsx'
import { useCanvasActions } from './canvas-actions.ts'
import styles from './NodeBox.module.css'

/** What happened at a node in one run. */
export interface Passed {
  readonly status: 'completed' | 'skipped' | 'failed' | 'waiting'
  /** As in "completed, 3 ms". */
  readonly note: string
}

export type BoxNode = Node<
  {
    type: NodeType | typeof TRIGGER
    name: string
    gist: string
    handles: readonly BranchHandle[]
    /** How many things are wrong with it. */
    faults: number
    /** How many comments on it are not resolved. */
    comments: number
    /** How many guests are at it now. */
    inside: number
    /** What the latest runs did at it, in a few words. */
    done: string
    /** Of the highlighted run; null: it did not reach the step. Absent: no run is highlighted. */
    passed?: Passed | null
    selected: boolean
  },
  'box'
>

export const stepIcons: Record<NodeType | typeof TRIGGER, IconName> = {
  [TRIGGER]: 'flash',
  send_email: 'mail',
  send_sms: 'talk',
  award_points: 'star',
  add_tag: 'tag',
  remove_tag: 'tag',
  update_guest: 'person',
  call_webhook: 'link',
  create_task: 'task',
  start_workflow: 'flow',
  branch: 'fork',
  split: 'fork',
  wait: 'clock',
  wait_for_event: 'clock',
  wait_for_task: 'clock',
  wait_for_click: 'clock',
  wait_for_answer: 'clock',
  end: 'flag',
}

export function NodeBox({ id, data }: NodeProps<BoxNode>) {
  const { type, name, gist, handles, faults, comments, inside, done, passed, selected } = data
  const { select, toggle, grab } = useCanvasActions()
  const store = useStoreApi()
  const ways = handles.map(handle => `${handle.id} ${handle.x}`).join()
  // React Flow measures the handles, and has to do it again when they move. Not by its own hook, which puts the id into a
  // selector as it is: a document from elsewhere may have any text there.
  useEffect(() => {
    const { domNode, updateNodeInternals } = store.getState()
    const nodeElement = domNode?.querySelector<HTMLDivElement>(
      `.react-flow__node[data-id="${CSS.escape(id)}"]`,
    )
    if (!nodeElement) return
    const frame = requestAnimationFrame(() =>
      updateNodeInternals(new Map([[id, { id, nodeElement, force: true }]]), { triggerFitView: false }),
    )
    return () => cancelAnimationFrame(frame)
  }, [id, ways, store])
  const note = passed?.note ?? done
  const kind = type === TRIGGER ? 'trigger' : nodeTypes[type].kind
  return (
    <>
      {type !== TRIGGER && <Handle type="target" position={Position.Top} />}
      <button
        type="button"
        data-box=""
        data-kind={kind}
        data-passed={passed === null ? 'not' : passed?.status}
        aria-pressed={selected}
        className={styles.box}
        onClick={event => {
          // What React Flow would do with it is to select this one alone.
          event.stopPropagation()
          const isOneOfSeveral = event.shiftKey || event.ctrlKey || event.metaKey
          if (isOneOfSeveral && type !== TRIGGER) toggle(id)
          else select(id, event.detail === 0 ? 'keyboard' : undefined)
        }}
        onPointerDown={event => {
          if (type !== TRIGGER && type !== 'end') grab(event, { step: id })
        }}
      >
        <span className={styles.icon}>
          <Icon name={stepIcons[type]} />
        </span>
        <span className={styles.words}>
          <strong>{name}</strong>
          <span className={note ? undefined : styles.two}>{gist}</span>
          {note && <span className={styles.done}>{note}</span>}
        </span>
        {inside > 0 && (
          <span className={styles.inside} title={t`Guests at this step now`}>
            {inside}
            <span className="visually-hidden">{inside === 1 ? t` guest here` : t` guests here`}</span>
          </span>
        )}
        {comments > 0 && (
          <span className={styles.comments}>
            <Icon name="talk" />
            {comments}
            <span className="visually-hidden">{comments === 1 ? t` comment` : t` comments`}</span>
          </span>
        )}
        {faults > 0 && (
          <span className={styles.faults}>
            {faults}
            <span className="visually-hidden">{faults === 1 ? t` problem` : t` problems`}</span>
          </span>
        )}
      </button>
      {handles.map(handle => (
        <Branch key={handle.id} from={id} name={type === TRIGGER ? t`the trigger` : name} handle={handle} />
      ))}
    </>
  )
}
