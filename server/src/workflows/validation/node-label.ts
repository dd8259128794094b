/** The name of a node in messages: the label from its author, if any. */
export function nodeLabel(node: { id?: unknown; label?: unknown }): string {
  const id = typeof node.id === 'string' ? `"${node.id}"` : 'a node without an id'
  return typeof node.label === 'string' && node.label !== '' ? `${id} (${node.label})` : id
}
