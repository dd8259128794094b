import { useState } from 'react'
import type { OpenApiDocument, Schema } from '../../api/openapi-types.ts'
import { Icon } from '../../components/Icon.tsx'
import { Prose } from '../../components/Prose.tsx'
import { typeOf } from './describe.ts'
import { FieldHead, FieldNotes } from './FieldHead.tsx'
import { fieldsOf, type SchemaFieldData } from './fields.ts'
import { resolve } from './resolve.ts'
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

export interface SchemaFieldProps {
  document: OpenApiDocument
  field: SchemaFieldData
  above: readonly string[]
  received?: boolean
}

/** In the same file as the view, because each opens the other. */
export function SchemaField({ document, field, above, received = false }: SchemaFieldProps) {
  const { schema } = resolve(document, field.schema)
  const inner = fieldsOf(document, field.schema, above).fields
  // Two levels say what an answer is made of; deeper ones open on request.
  const [open, setOpen] = useState(above.length < 2)
  return (
    <li className={styles.field}>
      <FieldHead field={field} type={typeOf(document, field.schema)} received={received} />
      <FieldNotes document={document} field={field} />
      {schema.description && (
        <p className={styles.description}>
          <Prose text={schema.description} />
        </p>
      )}
      {inner.length > 0 && (
        <div className={styles.inner}>
          <button
            type="button"
            className={styles.opener}
            aria-expanded={open}
            onClick={() => setOpen(before => !before)}
          >
            <Icon name="open" />
            {`${open ? 'Hide' : 'Show'} the fields of ${field.name}`}
          </button>
          {open && <SchemaView document={document} schema={field.schema} above={above} received={received} />}
        </div>
      )}
    </li>
  )
}
