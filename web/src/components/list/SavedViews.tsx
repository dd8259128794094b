import type { ListWithViews } from '@millrace/contract/dashboard/saved-filters'
import type { SavedView } from '@millrace/contract/dashboard/views'
import * as views from '@millrace/contract/operations/dashboard/views'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { call } from '../../api/call.ts'
import { asked } from '../../api/queries.ts'
import { rich, t } from '../../language/words.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { toastFailure } from '../../toasts/toast-failure.ts'
import { Button } from '../Button.tsx'
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx'
import { type Action, MoreActions } from '../MoreActions.tsx'
import { useChanged } from '../use-changed.ts'
import styles from './SavedViews.module.css'
import { SaveViewDialog } from './SaveViewDialog.tsx'
import { isSame, savedOf } from './saved-filters.ts'

type Open = 'save' | 'rename' | 'delete'

export interface SavedViewsProps {
  list: ListWithViews
  /** Between the views and what can be done. */
  filters: ReactNode
  children: ReactNode
}

/** The saved views of a list, each a link, and what can be done with the one that is open. */
export function SavedViews({ list, filters: chips, children }: SavedViewsProps) {
  const { role } = useSignedIn()
  const [path] = useLocation()
  const [params] = useSearchParams()
  const [open, setOpen] = useState<Open>()
  const [lastId, setLastId] = useState<string>()
  const { data = [] } = useQuery({
    queryKey: ['views', list],
    queryFn: async ({ signal }) => (await asked(call(views.listViews, { query: { list }, signal }))).data,
    staleTime: 60_000,
    enabled: role !== 'staff',
  })
  const filters = savedOf(params)
  const isPlain = Object.keys(filters).length === 0
  const current = data.find(view => isSame(view.filters, filters))
  // The one that was open before the filters were changed can be updated with them.
  useEffect(() => {
    if (current !== undefined) setLastId(current.id)
    else if (isPlain) setLastId(undefined)
  }, [current, isPlain])
  const view = current ?? data.find(({ id }) => id === lastId)
  const mayChange = view !== undefined && (view.own || (view.shared && role === 'owner'))
  const close = () => setOpen(undefined)
  const changed = useChanged([['views', list]], close)
  const change = async (of: SavedView, body: Parameters<typeof patch>[1]) => {
    const answer = await patch(of.id, body)
    if (answer.ok) changed(answer.value)
    else toastFailure(answer.failure)
  }
  const actions: Action[] = !mayChange
    ? []
    : [
        ...(current === undefined
          ? [{ name: t`Update “${view.name}”`, act: () => void change(view, { filters }) }]
          : []),
        { name: t`Rename…`, act: () => setOpen('rename') },
        ...(role === 'viewer'
          ? []
          : [
              {
                name: view.shared ? t`Stop sharing` : t`Share with everyone`,
                act: () => void change(view, { shared: !view.shared }),
              },
            ]),
        { name: t`Delete…`, danger: true, act: () => setOpen('delete') },
      ]
  return (
    <div className={styles.bar}>
      {data.length > 0 && (
        <nav aria-label={t`Saved views`} className={styles.views}>
          <Link to={path} aria-current={isPlain ? 'page' : undefined}>
            {t`All`}
          </Link>
          {data.map(one => (
            <Link
              key={one.id}
              to={`${path}?${new URLSearchParams(one.filters as Record<string, string>)}`}
              aria-current={one === current ? 'page' : undefined}
              title={
                one.own
                  ? one.shared
                    ? t`Shared by you`
                    : t`Only you see this`
                  : t`Shared by ${one.saved_by ?? t`a former member`}`
              }
            >
              {one.name}
            </Link>
          ))}
        </nav>
      )}
      {chips}
      <div className={styles.actions}>
        {!isPlain && current === undefined && role !== 'staff' && (
          <Button quiet onClick={() => setOpen('save')}>
            {t`Save view…`}
          </Button>
        )}
        {actions.length > 0 && <MoreActions label={t`View options`} actions={actions} />}
        {children}
      </div>
      {open === 'save' && (
        <SaveViewDialog
          title={t`Save view`}
          mayShare={role !== 'viewer'}
          send={({ name, shared }) => call(views.saveView, { body: { list, name, shared, filters } })}
          onDone={changed}
          onClose={close}
        />
      )}
      {open === 'rename' && view && (
        <SaveViewDialog
          title={t`Rename view`}
          name={view.name}
          send={({ name }) => patch(view.id, { name })}
          onDone={changed}
          onClose={close}
        />
      )}
      {open === 'delete' && view && (
        <ConfirmDialog
          title={t`Delete “${view.name}”?`}
          action={t`Delete view`}
          send={() => call(views.deleteView, { params: { id: view.id } })}
          onDone={changed}
          onClose={close}
        >
          <p>
            {rich`${view.shared ? t`It disappears for everyone.` : t`Only you see it.`} The list itself stays as it is.`}
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}

const patch = (id: string, body: { name?: string; shared?: boolean; filters?: Record<string, string> }) =>
  call(views.changeView, { params: { id }, body })
