import { type ChangeSet, type Extension, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'
import type { Option } from '../../components/form/option.ts'
import { t } from '../../language/words.ts'
import { valuesIn } from './values-in.ts'

/** A value in words. The template's text stays in the document: that is what is saved, copied and undone. */
class Chip extends WidgetType {
  readonly source: string
  readonly name: string | undefined

  constructor(source: string, name: string | undefined) {
    super()
    this.source = source
    this.name = name
  }

  override eq(other: Chip): boolean {
    return other.source === this.source && other.name === this.name
  }

  override toDOM(): HTMLElement {
    const chip = document.createElement('span')
    // A value without words, such as that of a loop, is read by its path.
    const shown = this.name ?? this.source.replaceAll(/^\{\{\s*|\s*\}\}$/g, '')
    chip.className = 'chip'
    chip.classList.toggle('chip-path', this.name === undefined)
    chip.textContent = shown
    chip.title = t`${this.source}: double-click to edit it as text`
    chip.role = 'img'
    chip.ariaLabel = t`Value: ${shown}`
    return chip
  }

  /** A click puts the cursor beside it. */
  override ignoreEvent(): boolean {
    return false
  }
}

interface Range {
  readonly from: number
  readonly to: number
}

interface Chips {
  readonly set: DecorationSet
  /** The value that is edited as text, until the cursor leaves it. */
  readonly open: Range | undefined
}

const openAsText = StateEffect.define<Range>()

/** Where it is after changes inside of it; undefined: they were not only there. */
function afterwards({ from, to }: Range, changes: ChangeSet): Range | undefined {
  let isInside = true
  changes.iterChanges((start, end) => {
    isInside &&= start > from && end < to
  })
  return isInside ? { from, to: changes.mapPos(to) } : undefined
}

/** Shows the plain values of a template as chips, each of which is one letter to the cursor and to deletion. */
export function chips(values: readonly Option[]): Extension {
  const names = new Map(values.map(({ value, label }) => [value, label]))
  const draw = (text: string, open: Range | undefined): Chips => ({
    open,
    set: Decoration.set(
      valuesIn(text)
        .filter(({ from, to }) => open === undefined || to <= open.from || from >= open.to)
        .map(({ from, to, path }) =>
          Decoration.replace({ widget: new Chip(text.slice(from, to), names.get(path)) }).range(from, to),
        ),
    ),
  })
  const field = StateField.define<Chips>({
    create: ({ doc }) => draw(doc.toString(), undefined),
    update(before, transaction) {
      const opened = transaction.effects.find(effect => effect.is(openAsText))?.value
      const kept = before.open && afterwards(before.open, transaction.changes)
      const { head } = transaction.newSelection.main
      const open = opened ?? (kept && head > kept.from && head < kept.to ? kept : undefined)
      return transaction.docChanged || open !== before.open
        ? draw(transaction.newDoc.toString(), open)
        : before
    },
    provide: self => [
      EditorView.decorations.from(self, ({ set }) => set),
      EditorView.atomicRanges.of(({ state }) => state.field(self).set),
    ],
  })
  const editing = EditorView.domEventHandlers({
    dblclick({ target }, view) {
      if (!(target instanceof HTMLElement) || !target.classList.contains('chip') || view.state.readOnly)
        return false
      const from = view.posAtDOM(target)
      const found = valuesIn(view.state.doc.toString()).find(one => one.from === from)
      if (found === undefined) return false
      view.dispatch({
        effects: openAsText.of({ from: found.from, to: found.to }),
        selection: { anchor: found.to - '}}'.length },
      })
      return true
    },
  })
  return [field, editing]
}
