import { go, type Step } from './step.ts'

/** A guest who already has the tag keeps it once. */
export const addTag: Step<'add_tag'> = (node, { facts }) => {
  const already = facts.guest.tags.includes(node.tag)
  const detail = { tag: node.tag, already_there: already }
  return already
    ? go(node.next, detail)
    : go(node.next, detail, { type: 'tag', tag: node.tag, present: true })
}
