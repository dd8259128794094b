import { Loading } from '../components/Loading.tsx'
import { PageHead, type PageHeadProps } from '../components/PageHead.tsx'

/** A page whose files are loading. */
export function PageLoading(head: Pick<PageHeadProps, 'title' | 'trail'>) {
  return (
    <>
      <PageHead {...head} />
      <div role="status" aria-busy="true">
        <Loading />
      </div>
    </>
  )
}
