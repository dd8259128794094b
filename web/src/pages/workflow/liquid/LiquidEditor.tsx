import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { liquid } from '@codemirror/lang-liquid'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { look } from './highlight-style.ts'
import styles from './LiquidEditor.module.css'

export interface LiquidEditorProps {
  label: string
  value: string
  onChange(value: string): void
  /** A single line, such as a subject. */
  short: boolean
  locked: boolean
  ref?: Ref<LiquidEditorHandle>
}

export interface LiquidEditorHandle {
  /** In place of what is selected, or where the cursor is; it was never there: at the end. */
  insert(text: string): void
}

/** A text with Liquid in it. Tab moves to the next field instead of indenting. */
export function LiquidEditor({ label, value, onChange, short, locked, ref }: LiquidEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latest = useRef({ value, onChange })
  latest.current = { value, onChange }
  const wasEntered = useRef(false)
  useImperativeHandle(ref, () => ({
    insert(text) {
      const editor = view.current
      if (editor === undefined) return
      const { doc } = editor.state
      if (!wasEntered.current) editor.dispatch({ selection: { anchor: doc.length } })
      editor.dispatch(editor.state.replaceSelection(text))
      editor.focus()
    },
  }))

  useEffect(() => {
    const host = place.current as HTMLDivElement
    // Within a shadow root the editor's styles are objects; elsewhere they would be inline, which the content
    // security policy forbids.
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    const editor = new EditorView({
      root,
      parent: root,
      doc: latest.current.value,
      extensions: [
        history(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        liquid(),
        look,
        EditorView.lineWrapping,
        short ? oneLine : lineNumbers(),
        EditorState.readOnly.of(locked),
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorView.focusChangeEffect.of((_, focusing) => {
          wasEntered.current ||= focusing
          return null
        }),
        EditorView.updateListener.of(update => {
          const text = update.state.doc.toString()
          if (update.docChanged && text !== latest.current.value) latest.current.onChange(text)
        }),
      ],
    })
    view.current = editor
    return () => editor.destroy()
  }, [label, short, locked])

  // Changed from outside, as by undo.
  useEffect(() => {
    const editor = view.current
    if (editor === undefined || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  return <div ref={place} className={styles.editor} />
}

const oneLine = EditorState.transactionFilter.of(transaction =>
  transaction.docChanged && transaction.newDoc.lines > 1 ? [] : transaction,
)
