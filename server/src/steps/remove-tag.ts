import { go, type Step } from './step.ts'

export const removeTag: Step<'remove_tag'> = (node, { facts }) => {
  const had = facts.guest.tags.includes(node.tag)
  const detail = { tag: node.tag, was_there: had }
  return had ? go(node.next, detail, { type: 'tag', tag: node.tag, present: false }) : go(node.next, detail)
}
