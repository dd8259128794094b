/** As much of OpenAPI 3.1 as our own document uses. */

export interface Schema {
  $ref?: string
  type?: string | string[]
  title?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  propertyNames?: Schema
  items?: Schema
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minItems?: number
  maxItems?: number
  minProperties?: number
  maxProperties?: number
  default?: unknown
  example?: unknown
  examples?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  required?: boolean
  description?: string
  schema?: Schema
  example?: unknown
}

export type Content = Record<string, { schema?: Schema }>

export interface Response {
  description?: string
  content?: Content
  headers?: Record<string, { description?: string; schema?: Schema }>
}

export interface OperationObject {
  operationId?: string
  tags?: string[]
  summary?: string
  description?: string
  deprecated?: boolean
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content?: Content }
  responses?: Record<string, Response>
  security?: Record<string, string[]>[]
}

export interface OpenApiDocument {
  info: { title: string; version: string; summary?: string; description?: string }
  servers?: { url: string }[]
  tags?: { name: string; description?: string }[]
  paths: Record<string, Record<string, OperationObject>>
  components?: {
    schemas?: Record<string, Schema>
    securitySchemes?: Record<
      string,
      { flows?: { clientCredentials?: { tokenUrl: string; scopes: Record<string, string> } } }
    >
  }
}
