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

export const look = [
  syntaxHighlighting(highlighting),
  EditorView.theme({
    '&': { maxHeight: '50dvh', color: 'var(--text)', background: 'var(--surface)' },
    '&.cm-focused': { outline: 'none' },
    '.cm-content': { caretColor: 'var(--text)' },
    '.cm-cursor': { borderLeftColor: 'var(--text)' },
  }),
]

export const codeLook = EditorView.theme({
  '&': { fontSize: '0.8125rem' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-content': { padding: '8px 0' },
  '.cm-gutters': { border: '0', color: 'var(--text-quiet)', background: 'var(--sunken)' },
})

/** Can be clicked where nothing is written yet. */
export const roomLook = EditorView.theme({ '.cm-content': { minHeight: '96px' } })

/** As the other fields, with chips that are no higher than their line. */
export const proseLook = EditorView.theme({
  '.cm-scroller': { fontFamily: 'var(--font)', lineHeight: '1.6' },
  '.cm-content': { padding: '6px' },
  '.cm-line': { paddingInline: '5px' },
  '.chip': {
    paddingBlock: '1px',
    paddingInline: '7px',
    borderStyle: 'solid',
    borderWidth: '1px',
    borderColor: 'var(--line)',
    borderRadius: '10px',
    fontSize: '0.875em',
    color: 'var(--accent)',
    background: 'var(--accent-ground)',
    cursor: 'default',
  },
  '.chip-path': { fontFamily: 'var(--mono)', color: 'var(--text-quiet)', background: 'var(--sunken)' },
})
