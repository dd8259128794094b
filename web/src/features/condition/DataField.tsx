import { FieldPicker, type FieldPickerProps } from './FieldPicker.tsx'
import styles from './ValueFields.module.css'

/** Which field a value is taken from. */
export const DataField = (props: FieldPickerProps) => (
  <div className={styles.field}>
    <FieldPicker {...props} />
  </div>
)
