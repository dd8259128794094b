import { uuidPattern } from '@millrace/contract/common'
import { Fragment, useState } from 'react'
import type { OpenApiDocument, Schema } from '../../api/openapi-types.ts'
import { Icon } from '../../components/Icon.tsx'
import { Prose } from '../../components/Prose.tsx'
import { limitsOf, typeOf, valuesOf } from './describe.ts'
import { fieldsOf, type SchemaFieldData } from './fields.ts'
import { resolve } from './resolve.ts'
import styles from './SchemaView.module.css'
import { SchemaView } from './SchemaView.tsx'

export interface SchemaFieldProps {
  document: OpenApiDocument
  field: SchemaFieldData
  above: readonly string[]
  received?: boolean
}

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

interface FieldHeadProps {
  field: SchemaFieldData
  type: string
  received: boolean
}

function FieldHead({ field, type, received }: FieldHeadProps) {
  return (
    <div className={styles.head}>
      {field.anyKey ? <em>{field.name}</em> : <code className={styles.name}>{field.name}</code>}
      <span className={styles.type}>{type}</span>
      {field.required && !received && <span className={styles.required}>required</span>}
      {!field.required && !field.anyKey && received && <span className={styles.type}>may be absent</span>}
    </div>
  )
}

function FieldNotes({ document, field }: { document: OpenApiDocument; field: SchemaFieldData }) {
  const { schema } = resolve(document, field.schema)
  const items = schema.items ? resolve(document, schema.items).schema : undefined
  const limits = [...limitsOf(schema), ...(items ? limitsOf(items).map(limit => `each ${limit}`) : [])]
  const values = valuesOf(items ?? schema)
  const example = exampleWorthShowing(schema)
  if (limits.length === 0 && values.length === 0 && example === undefined) return null
  return (
    <ul className={styles.notes}>
      {limits.map(limit => (
        <li key={limit}>{limit}</li>
      ))}
      {values.length > 0 && (
        <li>
          {values.length === 1 ? 'always ' : 'one of '}
          {values.map(value => (
            <Fragment key={value}>
              <code>{value}</code>{' '}
            </Fragment>
          ))}
        </li>
      )}
      {example !== undefined && (
        <li>
          as <code>{example}</code>
        </li>
      )}
    </ul>
  )
}

/** Everybody knows what a UUID looks like; an example of a whole object stands beside the text. */
function exampleWorthShowing(schema: Schema): string | undefined {
  const example = schema.examples?.[0] ?? schema.example
  if (example === undefined || typeof example === 'object' || schema.pattern === uuidPattern) return undefined
  return String(example)
}
