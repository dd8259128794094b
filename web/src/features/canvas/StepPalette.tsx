import type { NodeType } from '@millrace/contract/node'
import { useStore } from '@xyflow/react'
import { useId, useState } from 'react'
import { Icon } from '../../components/Icon.tsx'
import { t } from '../../language/words.ts'
import { nodeKinds, nodeTypes } from '../workflow/node-types.ts'
import { useCanvasActions } from './canvas-actions.ts'
import { stepIcons } from './NodeBox.tsx'
import styles from './StepPalette.module.css'

/** Where the canvas is narrower, it would lie over the steps: there it opens on request. */
const WIDE_PX = 900

/** Every type of step: to drag to where it belongs, or to add after the selected step with a click. */
export function StepPalette({ onAdd }: { onAdd(type: NodeType): void }) {
  const { grab } = useCanvasActions()
  const isWide = useStore(({ width }) => width >= WIDE_PX)
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? isWide
  const id = useId()
  const types = Object.entries(nodeTypes) as [NodeType, (typeof nodeTypes)[NodeType]][]
  return (
    <section className={styles.palette} aria-label={t`New steps`}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setChosen(!isOpen)}
      >
        <Icon name={isOpen ? 'close' : 'plus'} />
        {t`Steps`}
      </button>
      {isOpen && (
        <div id={id} className={styles.types}>
          <p className={styles.hint}>{t`Drag one to a plus, or click to add it after the selected step.`}</p>
          {nodeKinds.map(([kind, title]) => (
            <section key={kind} aria-label={title}>
              <p className={styles.kind}>{title}</p>
              {types
                .filter(([, described]) => described.kind === kind)
                .map(([type, { name, about }]) => (
                  <button
                    key={type}
                    type="button"
                    data-kind={kind}
                    title={about}
                    onClick={() => onAdd(type)}
                    onPointerDown={event => grab(event, { type })}
                  >
                    <Icon name={stepIcons[type]} />
                    <span className="visually-hidden">{t`New step: `}</span>
                    {name}
                  </button>
                ))}
            </section>
          ))}
        </div>
      )}
    </section>
  )
}
