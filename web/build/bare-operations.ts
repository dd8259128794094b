import { sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Operation } from '@millrace/contract/operations/operation'
import type { Plugin } from 'vite'

const FOLDER = ['', 'contract', 'src', 'operations', 'dashboard', ''].join(sep)

/**
 * In the browser an operation is its method and its path. Its schemas, which only the server checks by, would come along
 * otherwise, with the library that made them. Types are those of the whole operation.
 */
export function bareOperations(): Plugin {
  return {
    name: 'millrace-bare-operations',
    enforce: 'pre',
    async load(id) {
      if (!id.includes(FOLDER)) return undefined
      const operations: Record<string, Operation> = await import(pathToFileURL(id).href)
      return Object.entries(operations)
        .map(([name, { method, path }]) => `export const ${name} = ${JSON.stringify({ method, path })}`)
        .join('\n')
    },
  }
}
