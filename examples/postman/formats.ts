/** As much of the two formats as is used here: OpenAPI 3.1, and Postman's collections 2.1. */

export interface Schema {
  $ref?: string
  const?: unknown
  enum?: unknown[]
  examples?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  description?: string
  schema?: Schema
}

export interface Operation {
  summary: string
  description?: string
  tags: string[]
  security?: object[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

export interface OpenApiDocument {
  info: { title: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

export interface Collection {
  info: { name: string; description: string; schema: string }
  item: Folder[]
  auth: object
  event: { listen: 'test'; script: { type: 'text/javascript'; exec: string[] } }[]
  variable: { key: string; value: string }[]
}

export interface Folder {
  name: string
  description: string
  item: Item[]
}

export interface Item {
  name: string
  request: {
    method: string
    description: string
    header: { key: string; value: string; description?: string; disabled?: true }[]
    url: {
      raw: string
      host: string[]
      path: string[]
      query: { key: string; value: string; description: string; disabled: true }[]
      variable: { key: string; value: string }[]
    }
    auth?: { type: 'noauth' }
    body?: { mode: 'raw'; raw: string; options: { raw: { language: 'json' } } }
  }
}
