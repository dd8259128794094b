import { uuidPattern } from '@millrace/contract/uuid-pattern'
import { Fragment } from 'react'
import type { OpenApiDocument, Schema } from '../../api/openapi-types.ts'
import { limitsOf, valuesOf } from './describe.ts'
import type { SchemaFieldData } from './fields.ts'
import { resolve } from './resolve.ts'
import styles from './SchemaView.module.css'

export interface FieldHeadProps {
  field: SchemaFieldData
  type: string
  received: boolean
}

/** The name of a field, its type, and whether it has to be there. */
export function FieldHead({ field, type, received }: FieldHeadProps) {
  return (
    <div className={styles.head}>
      {field.anyKey ? <em>{field.name}</em> : <code className={styles.name}>{field.name}</code>}
      <span className={styles.type}>{type}</span>
      {field.required && !received && <span className={styles.required}>required</span>}
      {!field.required && !field.anyKey && received && <span className={styles.type}>may be absent</span>}
    </div>
  )
}

/** What else is known of a field: limits, permitted values, an example. */
export function FieldNotes({ document, field }: { document: OpenApiDocument; field: SchemaFieldData }) {
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

/** Examples of UUIDs say nothing new, and an example of a whole object shows beside the text. */
function exampleWorthShowing(schema: Schema): string | undefined {
  const example = schema.examples?.[0] ?? schema.example
  if (example === undefined || typeof example === 'object' || schema.pattern === uuidPattern) return undefined
  return String(example)
}
