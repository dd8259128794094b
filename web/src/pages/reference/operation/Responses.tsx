import { useState } from 'react'
import type { OpenApiDocument } from '../../../api/openapi-types.ts'
import { Prose } from '../../../components/Prose.tsx'
import { typeOf } from '../../../features/schema/describe.ts'
import { fieldsOf } from '../../../features/schema/fields.ts'
import { resolve } from '../../../features/schema/resolve.ts'
import { SchemaView } from '../../../features/schema/SchemaView.tsx'
import { codesOf } from '../contents/error-codes.ts'
import type { OperationResponse } from '../contents/operations.ts'
import styles from './Responses.module.css'

export interface ResponsesProps {
  document: OpenApiDocument
  responses: OperationResponse[]
}

export function Responses({ document, responses }: ResponsesProps) {
  return (
    <div>
      <h4>Answers</h4>
      <ul className={styles.responses}>
        {responses.map(response => (
          <li key={response.status}>
            <ResponseView document={document} response={response} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function ResponseView({ document, response }: { document: OpenApiDocument; response: OperationResponse }) {
  const { status, schema } = response
  // Most are never opened: a hundred closed ones would be most of the page.
  const [open, setOpen] = useState(false)
  const codes = codesOf(document, response)
  const opens = schema !== undefined && fieldsOf(document, schema, []).fields.length > 0
  const line = (
    <>
      <span className={styles.status} data-tone={toneOf(status)}>
        {status}
      </span>
      <span className={styles.words}>
        <span>
          <Prose text={wordsFor(document, response)} />
        </span>
        {codes.length > 0 && (
          <span className={styles.codes}>
            {codes.length > 1 && <span>codes with this status:</span>}
            {codes.map(code => (
              <code key={code}>{code}</code>
            ))}
          </span>
        )}
      </span>
      {schema && <span className={styles.type}>{typeOf(document, schema)}</span>}
    </>
  )
  if (!opens) return <div className={styles.line}>{line}</div>
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className={styles.line}>{line}</summary>
      {open && (
        <div className={styles.schema}>
          <SchemaView document={document} schema={schema} received />
        </div>
      )}
    </details>
  )
}

function wordsFor(document: OpenApiDocument, { description, schema }: OperationResponse): string {
  if (description) return description
  return (schema && resolve(document, schema).schema.title) || 'Done.'
}

const toneOf = (status: string) => (status < '300' ? 'good' : status < '500' ? 'warn' : 'bad')
