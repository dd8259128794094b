import { useReactFlow } from '@xyflow/react'
import { useRef, useState } from 'react'
import { Combobox } from '../../components/form/Combobox.tsx'
import type { Option } from '../../components/form/option.ts'
import { useShortcuts } from '../../components/shortcuts/use-shortcuts.ts'
import { t } from '../../language/words.ts'
import styles from './FindStep.module.css'
import type { Layout } from './layout/layout.ts'
import { BOX } from './layout/measures.ts'

export interface FindStepProps {
  layout: Layout
  /** The steps, by their names and by what they do. */
  steps: readonly Option[]
  onSelect(id: string): void
}

/** Of a workflow with fewer steps, all of them can be seen. */
const MANY = 8

/** Goes to a step by its name, however large the workflow is. */
export function FindStep({ layout, steps, onSelect }: FindStepProps) {
  const { setCenter, getZoom } = useReactFlow()
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLDivElement>(null)
  useShortcuts({
    findStep: () => {
      const input = field.current?.querySelector('input')
      input?.focus()
      return input instanceof HTMLInputElement
    },
  })
  if (steps.length < MANY) return null
  const goTo = ({ value }: Option) => {
    setTyped('')
    onSelect(value)
    const { x, y } = layout.places.get(value) ?? { x: 0, y: 0 }
    void setCenter(x + BOX.width / 2, y + BOX.height / 2, { zoom: Math.max(getZoom(), READABLE) })
  }
  return (
    <div ref={field} className={styles.find}>
      <Combobox
        {...(styles.field === undefined ? {} : { className: styles.field })}
        aria-label={t`Find a step`}
        placeholder={t`Find a step…`}
        text={typed}
        options={steps}
        onText={setTyped}
        onChoose={goTo}
        onBlur={() => setTyped('')}
      />
    </div>
  )
}

const READABLE = 0.85
