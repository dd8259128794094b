import { defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'

/** Our colours for the editor's, which suit a white background only. */
const colours: Record<string, string> = {
  '#708': 'var(--code-word)',
  '#219': 'var(--code-word)',
  '#00c': 'var(--code-word)',
  '#a11': 'var(--code-text)',
  '#e40': 'var(--code-text)',
  '#164': 'var(--code-number)',
  '#00f': 'var(--code-key)',
  '#30a': 'var(--code-key)',
  '#085': 'var(--code-key)',
  '#167': 'var(--code-key)',
  '#256': 'var(--code-key)',
  '#f00': 'var(--bad)',
}

const highlighting = HighlightStyle.define(
  defaultHighlightStyle.specs.map(spec =>
    spec.color === undefined ? spec : { ...spec, color: colours[spec.color] ?? 'var(--text-quiet)' },
  ),
)

const theme = EditorView.theme({
  '&': { fontSize: '13px', maxHeight: '340px', color: 'var(--text)', background: 'var(--surface)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--text)', padding: '8px 0' },
  '.cm-gutters': { border: '0', color: 'var(--text-quiet)', background: 'var(--sunken)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
})

export const look = [syntaxHighlighting(highlighting), theme]
