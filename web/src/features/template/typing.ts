import { type ChangeSpec, EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/** Enter adds no line; the lines of what is pasted become one. A text that came with several lines keeps them. */
export const oneLine: Extension = [
  EditorView.clipboardInputFilter.of(text => text.replaceAll(/\s*[\r\n]+\s*/g, ' ')),
  EditorState.transactionFilter.of(transaction =>
    transaction.isUserEvent('input') && transaction.newDoc.lines > transaction.startState.doc.lines
      ? []
      : transaction,
  ),
]

/** Of what is typed or pasted, as much as fits, as in every field of the browser. */
export const atMost = (length: number): Extension =>
  EditorState.transactionFilter.of(transaction => {
    const over = transaction.newDoc.length - length
    if (over <= 0 || !transaction.isUserEvent('input')) return transaction
    const cut: { changes: ChangeSpec; end: number }[] = []
    transaction.changes.iterChanges((from, to, _from, _to, inserted) => {
      const fits = withoutHalf(inserted.sliceString(0, Math.max(0, inserted.length - over)))
      cut.push({ changes: { from, to, insert: fits }, end: from + fits.length })
    })
    const [only] = cut
    if (only === undefined || cut.length > 1) return []
    return { changes: only.changes, selection: { anchor: only.end }, userEvent: 'input.paste' }
  })

/** Without the first half of a letter that takes two places. */
const withoutHalf = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, '')
