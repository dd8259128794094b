import type { OpenApiDocument, Schema } from '../../api/openapi-types.ts'
import { fieldsOf } from './fields.ts'
import { SchemaField } from './SchemaField.tsx'
import styles from './SchemaView.module.css'

export interface SchemaViewProps {
  document: OpenApiDocument
  schema: Schema
  /** Names of the components around this one: a schema within itself is not opened again. */
  above?: readonly string[]
  /** In an answer nearly every field is there: what may be absent is worth saying instead. */
  received?: boolean
}

/** The fields of an object, or of the objects in a list, each with what is known of it. */
export function SchemaView({ document, schema, above = [], received = false }: SchemaViewProps) {
  const { fields, path } = fieldsOf(document, schema, above)
  if (fields.length === 0) return null
  return (
    <ul className={styles.fields}>
      {fields.map(field => (
        <SchemaField key={field.name} document={document} field={field} above={path} received={received} />
      ))}
    </ul>
  )
}
