import { isNodeType, nodeTypes } from '../workflow/node-types.ts'

/** The label of a step, or else the name of its type. */
export function stepName({ label, type }: { label: string | null; type: string }): string {
  if (label !== null) return label
  return isNodeType(type) ? nodeTypes[type].name : type.replaceAll('_', ' ')
}
