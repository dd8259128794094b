/** How a message calls a node: by the name that its author gave it, if any. */
export function nodeLabel(node: { id?: unknown; label?: unknown }): string {
  const id = typeof node.id === 'string' ? `"${node.id}"` : 'a node without an id'
  return typeof node.label === 'string' && node.label !== '' ? `${id} (${node.label})` : id
}
