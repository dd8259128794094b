import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { liquid } from '@codemirror/lang-liquid'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Option } from '../../components/form/option.ts'
import { chips } from './chips.ts'
import { codeLook, look, proseLook, roomLook } from './look.ts'
import { insertInto, type Selected } from './selected.ts'
import styles from './TemplateEditor.module.css'
import { atMost, oneLine } from './typing.ts'

export interface TemplateEditorProps {
  label: string
  value: string
  onChange(value: string): void
  /** One line or several, with the values as chips; or code, where they are read as they are written. */
  kind: 'line' | 'text' | 'code'
  /** The values that have a name. */
  values: readonly Option[]
  locked?: boolean
  invalid: boolean
  maxLength?: number
  ref?: Ref<TemplateEditorHandle>
}

export interface TemplateEditorHandle {
  /** In place of what is selected, or where the cursor is; it was never there: at the end. */
  insert(text: string): void
  change(by: (selected: Selected) => Selected): void
}

/** A text with Liquid in it. Tab moves to the next field instead of indenting. */
export function TemplateEditor(props: TemplateEditorProps) {
  const { label, value, kind, values, locked = false, invalid, maxLength, ref } = props
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latest = useRef(props)
  latest.current = props
  const wasEntered = useRef(false)
  const varying = useRef(new Compartment())
  /** What was typed and did not come back as the value yet: an older one of these replaces nothing. */
  const given = useRef<string[]>([])

  const change = (by: (selected: Selected) => Selected) => {
    const editor = view.current
    if (editor === undefined) return
    const { doc, selection } = editor.state
    const text = doc.toString()
    const { from, to } = wasEntered.current ? selection.main : { from: text.length, to: text.length }
    const next = by({ text, from, to })
    editor.dispatch({
      changes: difference(text, next.text),
      selection: { anchor: next.from, head: next.to },
      scrollIntoView: true,
    })
    editor.focus()
  }
  useImperativeHandle(ref, () => ({
    insert: text => change(selected => insertInto(selected, text)),
    change,
  }))

  const stateOf = useRef<(doc: string) => EditorState>(undefined)
  useLayoutEffect(() => {
    const host = place.current as HTMLDivElement
    // Within a shadow root the editor's styles are objects; elsewhere they would be inline, which the content
    // security policy forbids.
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    const extensions = [
      history(),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      look,
      // In texts it colours, and closes no bracket by itself.
      kind === 'code' ? [liquid(), lineNumbers(), codeLook] : [liquid().language, proseLook],
      kind === 'text' ? roomLook : [],
      kind === 'line' ? oneLine : [],
      maxLength === undefined ? [] : atMost(maxLength),
      EditorView.lineWrapping,
      EditorState.readOnly.of(locked),
      EditorView.contentAttributes.of({
        'aria-label': label,
        'aria-multiline': String(kind !== 'line'),
        ...(kind === 'code' ? {} : prose),
      }),
      EditorView.focusChangeEffect.of((_, focusing) => {
        wasEntered.current ||= focusing
        return null
      }),
      EditorView.updateListener.of(update => {
        const text = update.state.doc.toString()
        if (!update.docChanged || text === latest.current.value) return
        given.current.push(text)
        // At once, as in a field of the browser: the next key may be in another field of the same block.
        flushSync(() => latest.current.onChange(text))
      }),
    ]
    stateOf.current = doc =>
      EditorState.create({ doc, extensions: [extensions, varying.current.of(variants(latest.current))] })
    const editor = new EditorView({ root, parent: root, state: stateOf.current(latest.current.value) })
    view.current = editor
    return () => editor.destroy()
  }, [label, kind, locked, maxLength])

  // Changed from outside, as by undo of the whole document. What was typed before is not undone here then: it may
  // be of another text, such as of another language.
  useLayoutEffect(() => {
    const editor = view.current
    const own = given.current.lastIndexOf(value)
    if (own !== -1) given.current.splice(0, own + 1)
    if (own !== -1 || editor === undefined || editor.state.doc.toString() === value) return
    given.current = []
    const state = stateOf.current?.(value)
    if (state !== undefined) editor.setState(state)
  }, [value])

  const variant = JSON.stringify([values.map(({ value: path, label: name }) => [path, name]), invalid])
  const drawn = useRef(variant)
  useEffect(() => {
    if (drawn.current === variant) return
    drawn.current = variant
    view.current?.dispatch({ effects: varying.current.reconfigure(variants(latest.current)) })
  })

  return <div ref={place} className={styles.editor} data-text-field />
}

const variants = ({ kind, values, invalid }: TemplateEditorProps) => [
  kind === 'code' ? [] : chips(values),
  EditorView.contentAttributes.of(invalid ? { 'aria-invalid': 'true' } : {}),
]

/** The words of a text are checked as in every field, and it may begin on the right. */
const prose = { spellcheck: 'true', autocorrect: 'on', autocapitalize: 'sentences', dir: 'auto' }

/** The one place where they differ, so that the cursor and the undo stay where they can. */
function difference(before: string, after: string): { from: number; to: number; insert: string } {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start += 1
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}
