import { useId, useState } from 'react'
import { Icon } from '../../../components/Icon.tsx'
import styles from './TryIt.module.css'
import { TryItForm, type TryItFormProps } from './TryItForm.tsx'

/** The form is created when first opened, and keeps its content while it is collapsed. */
export function TryIt(props: TryItFormProps) {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const id = useId()
  const toggle = () => {
    setOpen(!open)
    setWanted(true)
  }
  return (
    <div className={styles.tryIt}>
      <button
        type="button"
        className={styles.opener}
        aria-expanded={open}
        aria-controls={wanted ? id : undefined}
        onClick={toggle}
      >
        <Icon name="open" />
        Try it<span className="visually-hidden">{`: ${props.operation.summary}`}</span>
      </button>
      {wanted && (
        <div id={id} hidden={!open}>
          <TryItForm {...props} />
        </div>
      )}
    </div>
  )
}
