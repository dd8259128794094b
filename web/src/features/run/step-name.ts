import { isNodeType, nodeTypes } from '../workflow/node-types.ts'

/** What a step is called: by whoever built it, or else by its type. */
export function stepName({ label, type }: { label: string | null; type: string }): string {
  if (label !== null) return label
  return isNodeType(type) ? nodeTypes[type].name : type.replaceAll('_', ' ')
}
