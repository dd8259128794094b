import type { OrganisationSettings } from '@millrace/contract/settings'
import { MOST_TOPICS } from '@millrace/contract/topic'
import { Fields } from '../../components/form/Fields.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { RowsSection } from './RowsSection.tsx'
import { topicIdOf } from './topic-id.ts'

export function TopicsSection({ settings }: { settings: OrganisationSettings }) {
  const saved = new Set(settings.topics?.map(({ id }) => id))
  return (
    <RowsSection
      title="Topics"
      about="What your marketing is about, for example offers or events. Guests choose topics on their preference page, and marketing on a topic they turned off is not sent to them."
      action="Save topics"
      settings={settings}
      part="topics"
      what="Topic"
      most={MOST_TOPICS}
      fresh={() => ({ id: '', name: '' })}
    >
      {({ row, set, replace, field }) => (
        <Fields>
          <TextField
            label="Name"
            maxLength={80}
            required
            note={row.id === '' ? undefined : `In workflow files: ${row.id}`}
            {...field('name')}
            // The guests' choices belong to the id, so it stays once it is saved.
            onChange={name => set(saved.has(row.id) ? { name } : { name, id: topicIdOf(name) })}
          />
          <TextField
            label="Name in Portuguese"
            maxLength={80}
            note="Leave blank to use the same name."
            {...field('names')}
            value={row.names?.pt ?? ''}
            onChange={pt => {
              const { names: _names, ...rest } = row
              replace(pt === '' ? rest : { ...rest, names: { ...row.names, pt } })
            }}
          />
        </Fields>
      )}
    </RowsSection>
  )
}
