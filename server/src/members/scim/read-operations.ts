import { ScimRefusal } from './scim-refusal.ts'

export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove'
  /** Left out: the value is an object with the attributes. */
  readonly path: string | undefined
  readonly value: unknown
}

const MOST_OPERATIONS = 1_000

/** The operations of a PATCH (RFC 7644, 3.5.2). Microsoft Entra ID writes them with a capital letter: "Replace". */
export function readOperations(body: unknown): PatchOperation[] {
  const { Operations } = (typeof body === 'object' && body !== null ? body : {}) as { Operations?: unknown }
  if (!Array.isArray(Operations) || Operations.length > MOST_OPERATIONS) {
    throw syntax(`Operations must be a list of at most ${MOST_OPERATIONS} operations.`)
  }
  return Operations.map((operation: unknown) => {
    const { op, path, value } = (
      typeof operation === 'object' && operation !== null ? operation : {}
    ) as Readonly<Record<string, unknown>>
    const name = typeof op === 'string' ? op.toLowerCase() : ''
    if (name !== 'add' && name !== 'replace' && name !== 'remove') {
      throw syntax('op must be add, replace or remove.')
    }
    if (path !== undefined && typeof path !== 'string') {
      throw new ScimRefusal(400, 'invalidPath', 'path must be a text.')
    }
    return { op: name, path, value }
  })
}

const syntax = (detail: string) => new ScimRefusal(400, 'invalidSyntax', detail)
