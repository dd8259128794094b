import type { OpenApiDocument, Parameter } from '../../../api/openapi-types.ts'
import type { SchemaFieldData } from '../../../features/schema/fields.ts'
import styles from '../../../features/schema/SchemaView.module.css'
import { SchemaField } from '../../../features/schema/SchemaView.tsx'

const places = [
  { place: 'path', title: 'In the path' },
  { place: 'query', title: 'In the query' },
  { place: 'header', title: 'Headers' },
] as const

export function Parameters({ document, parameters }: { document: OpenApiDocument; parameters: Parameter[] }) {
  return places.map(({ place, title }) => {
    const here = parameters.filter(parameter => parameter.in === place)
    if (here.length === 0) return null
    return (
      <div key={place}>
        <h4>{title}</h4>
        <ul className={styles.fields}>
          {here.map(parameter => (
            <SchemaField key={parameter.name} document={document} field={asField(parameter)} above={[]} />
          ))}
        </ul>
      </div>
    )
  })
}

function asField({ name, required, schema, description, example }: Parameter): SchemaFieldData {
  return {
    name,
    required: required ?? false,
    schema: { ...schema, ...(description && { description }), ...(example !== undefined && { example }) },
  }
}
