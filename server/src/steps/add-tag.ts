import type { Step } from './step.ts'

/** A guest who has the tag already keeps it, once. */
export const addTag: Step<'add_tag'> = (node, { facts }) => {
  const already = facts.guest.tags.includes(node.tag)
  return {
    kind: 'go',
    next: node.next,
    effects: already ? [] : [{ type: 'tag', tag: node.tag }],
    detail: { tag: node.tag, already_there: already },
  }
}
